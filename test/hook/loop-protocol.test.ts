import { afterAll, describe, expect, test } from 'vitest';
import { CAP, FAILURES, heeding, play, RECOVERS, stubborn, WAIT_MS } from './loop-protocol.js';
import { DRIVERS } from './scripted-models.js';

const rows: string[] = [];
afterAll(() => {
  const head =
    '| framework | the tool | real calls, guard off | on | allowed | ms, off | on | tokens, off | on, if the model heeds |';
  console.log([head, '|---|---|---|---|---|---|---|---|---|', ...rows].join('\n'));
});

describe.each(Object.entries(DRIVERS))('a model that always asks for the same call, in %s', (name, driver) => {
  test.each(FAILURES)('$title: never more than $atMost real calls with the guard, $atMost exactly', async (failing) => {
    const off = await play(driver, failing, stubborn, false);
    expect(off.realCalls).toBe(CAP);
    const on = await play(driver, failing, stubborn, true);
    expect(on.realCalls).toBe(failing.atMost);
    // A timer may fire a millisecond early by the other clock.
    if (failing.title.includes('retry after')) expect(Math.min(...on.pauses)).toBeGreaterThan(WAIT_MS - 5);
    const heeded = await play(driver, failing, heeding, true);
    expect(heeded.realCalls).toBe(failing.atMost);
    expect(heeded.steps).toBe(failing.atMost + 2);
    rows.push(
      `| ${name} | ${failing.title} | ${off.realCalls} | ${on.realCalls} | ${failing.atMost} | ${off.ms.toFixed(0)} | ${on.ms.toFixed(0)} | ${off.tokens} | ${heeded.tokens} |`,
    );
  });

  test('the guard does not prevent the success of a tool that recovers on the third attempt', async () => {
    const on = await play(driver, RECOVERS, stubborn, true);
    expect(on).toMatchObject({ realCalls: 3, succeeded: true });
  });
});
