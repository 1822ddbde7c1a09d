import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recognise } from '../../../src/conventions/index.js';
import type { Span } from '../../../src/model/span.js';
import type { ToolCall } from '../../../src/model/tool-call.js';
import { callsIn, callsOf } from './pipeline.js';
import { CATEGORIES, TRUTHS, type Truth } from './truth.js';

interface Scenario {
  readonly recorded: { readonly library: string; readonly version: string };
  readonly spans: readonly Span[];
}

const ENDING = '.spans.json';
const names = readdirSync(import.meta.dirname).flatMap((file) =>
  file.endsWith(ENDING) ? [file.slice(0, -ENDING.length)] : [],
);
const scenarios = new Map(
  names.map((name) => [name, JSON.parse(readFileSync(join(import.meta.dirname, name + ENDING), 'utf8')) as Scenario]),
);

/** One line a call, so that a difference is read at once. */
function lines(calls: readonly ToolCall[]): string[] {
  return calls.map(({ tool, outcome, reported, from }) => `${tool}: ${outcome}, told ${reported}, ${from}`).sort();
}

function visible({ made, told = {} }: Truth): string[] {
  return made
    .flatMap(([tool, happened, reported, seen], place) =>
      seen === 'nothing'
        ? []
        : [`${told[place]?.tool ?? tool}: ${told[place]?.outcome ?? happened}, told ${reported}, ${seen}`],
    )
    .sort();
}

/** The spans in any order, over any number of requests. */
function requestsOf(spans: readonly Span[]): fc.Arbitrary<Span[][]> {
  const order = fc.shuffledSubarray([...spans], { minLength: spans.length });
  const cuts = fc.array(fc.nat({ max: spans.length }), { maxLength: 6 });
  return fc.tuple(order, cuts).map(([shuffled, places]) => {
    const at = [0, ...places.sort((a, b) => a - b), shuffled.length];
    return at.slice(1).map((end, index) => shuffled.slice(at[index], end));
  });
}

describe.each(names)('%s', (name) => {
  const { spans } = scenarios.get(name) ?? { spans: [] };
  const truth = TRUTHS[name] ?? { made: [] };

  test('makes exactly the calls that the scenario made', () => {
    expect(lines(callsOf(spans))).toEqual(visible(truth));
  });

  test('leaves no span that looks like a call unclaimed', () => {
    expect(spans.map((span) => recognise(span).unclaimedScope).filter((scope) => scope !== undefined)).toEqual([]);
  });

  test('says of every failure the true category or none', () => {
    const failed = callsOf(spans).filter(({ outcome }) => outcome === 'error');
    const wrong = failed.filter(
      ({ tool, category }) => category !== undefined && category !== CATEGORIES[tool.replace('bank__', '')],
    );
    expect(failed.length).toBeGreaterThan(0);
    expect(wrong.map(({ tool, category, outcomeRule }) => [tool, category, outcomeRule])).toEqual([]);
  });

  test('tells the same in any order, split over requests, and when sent twice', () => {
    const whole = callsOf(spans);
    fc.assert(
      fc.property(requestsOf(spans), (requests) => {
        expect(callsIn(requests)).toEqual(whole);
      }),
      // Each run puts a whole scenario together again.
      { numRuns: 6 },
    );
    expect(callsIn([spans, spans])).toEqual(whole);
  });
});

describe('the recordings', () => {
  test('every recording has its truth, and every truth a recording', () => {
    expect(Object.keys(TRUTHS).sort()).toEqual(names.sort());
  });

  test('name library and version, and no machine', () => {
    for (const [name, { recorded, spans }] of scenarios) {
      expect(recorded, name).toMatchObject({ library: expect.any(String), version: expect.stringMatching(/^\d/) });
      const text = JSON.stringify(spans);
      expect(text, name).not.toMatch(/\/(?:home|root|tmp|work|Users)\/|host\.name|process\.(?:pid|command|executable)/);
    }
  });
});
