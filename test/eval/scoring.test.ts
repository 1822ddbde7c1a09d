import { describe, expect, test } from 'vitest';
import type { PlainCall } from './baselines/baseline.js';
import { BASELINES } from './baselines/index.js';
import type { Label } from './labels.js';
import { precision, recall, scoreClasses, scoreFindings } from './scoring.js';

const label = (words: Partial<Label>): Label => ({
  dataset: 'd',
  session: 's',
  detector: 'identical-call-loop',
  verdict: 'expected',
  calls: ['a', 'b', 'c'],
  ...words,
});
const said = (calls: string[], words = {}) => ({ detector: 'identical-call-loop', session: 's', calls, ...words });
const score = (labels: Label[], findings: ReturnType<typeof said>[]) => scoreFindings('d', labels, findings)[0];

describe('scoring', () => {
  test.each([
    ['a finding that shares two calls matches', ['a', 'b'], 1],
    ['one that shares a single call does not', ['a', 'x'], 0],
    ['one that swallows everything matches too', ['a', 'b', 'c', 'x', 'y'], 1],
  ])('%s', (_name, calls, matched) => expect(score([label({})], [said(calls)])?.matched).toBe(matched));

  test('a detector about one call needs one call', () => {
    const one = { detector: 'error-reported-as-success' };
    expect(score([label({ ...one, calls: ['a'] })], [said(['a'], one)])?.matched).toBe(1);
  });

  test('a product that says nothing misses all, one that says too much hits what is forbidden', () => {
    const labels = [label({}), label({ verdict: 'forbidden', calls: ['x', 'y', 'z'] })];
    const silent = scoreFindings('d', labels, [])[0];
    expect(silent && [precision(silent), recall(silent)]).toEqual([undefined, 0]);
    const loud = scoreFindings('d', labels, [said(['a', 'b']), said(['x', 'y'])])[0];
    expect(loud && [precision(loud), recall(loud)]).toEqual([0.5, 1]);
  });

  test('a finding in a clean session counts against its detector, and only if it is of that kind', () => {
    const clean = label({ detector: '*', verdict: 'forbidden', session: 'good', calls: ['g'] });
    const byDetector = (detector: string) =>
      scoreFindings('d', [clean], [said(['g', 'h'], { session: 'good', detector })])[0]?.cleanHit;
    expect([byDetector('identical-call-loop'), byDetector('needless-escalation')]).toEqual([1, 0]);
  });

  test('what touches no label is only counted', () => {
    expect(score([label({})], [said(['p', 'q'])])).toMatchObject({ matched: 0, other: 1 });
  });

  test('classes: unknown is no answer, an accepted class is right', () => {
    const labels = [
      { dataset: 'd', call: '1', category: 'business', also: ['validation'] },
      { dataset: 'd', call: '2', category: 'business' },
      { dataset: 'd', call: '3', category: 'transient' },
    ];
    const ours: Record<string, string> = { 1: 'validation', 2: 'validation', 3: 'unknown' };
    expect(scoreClasses('d', labels, (call) => ours[call] ?? 'unknown')).toMatchObject({
      known: 3,
      classified: 2,
      right: 0,
      accepted: 1,
    });
  });
});

describe('rules of other products', () => {
  const calls = (texts: string[], words: Partial<PlainCall> = {}): PlainCall[] =>
    texts.map((args, i) => ({
      id: `${i}`,
      session: 's',
      tool: 't',
      args,
      result: 'r',
      failed: false,
      startedMs: i * 1000,
      ...words,
    }));
  const finds = (name: string, list: PlainCall[]) =>
    BASELINES.find((one) => one.name === name)?.find(list).length ?? -1;

  test.each([
    ['OpenLIT', ['a', 'b', 'a', 'b', 'a'], 1],
    ['OpenLIT', ['a', 'a', 'b'], 0],
    ['Gemini CLI', ['a', 'a', 'a', 'a', 'a'], 1],
    ['Gemini CLI', ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'], 1],
    ['Gemini CLI', ['a', 'a', 'a', 'a'], 0],
    ['Roo Code', ['a', 'a', 'a', 'a'], 1],
    ['Roo Code', ['a', 'a', 'b', 'a', 'a'], 0],
    ['OpenHands', ['a', 'a', 'a', 'a'], 1],
    ['OpenHands', ['a', 'b', 'a', 'b', 'a', 'b'], 1],
    ['OpenHands', ['a', 'a', 'a'], 0],
  ])('%s on %j finds %d', (name, texts, found) => expect(finds(name, calls(texts))).toBe(found));

  test('OpenHands takes three failures for a loop, opentel-mcp three within a minute', () => {
    const failing = calls(['a', 'a', 'a'], { failed: true });
    expect([finds('OpenHands', failing), finds('opentel-mcp', failing)]).toEqual([1, 1]);
    expect(
      finds(
        'opentel-mcp',
        failing.map((call, i) => ({ ...call, startedMs: i * 40_000 })),
      ),
    ).toBe(0);
  });
});
