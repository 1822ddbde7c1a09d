import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSettings, loadSettings } from '../src/settings-file.js';

const faultsOf = (document: unknown) => checkSettings(document).faults;

describe('the settings file', () => {
  test('no file and an empty file override nothing', async () => {
    expect(await loadSettings(undefined)).toEqual({ tools: [], detectors: {} });
    expect(checkSettings(null)).toEqual({ settings: { tools: [], detectors: {} }, faults: [] });
  });

  test('a full file is taken over as it is', () => {
    const document = {
      tools: [{ match: 'jobs/*', effect: 'question', traits: ['polling'], volatileKeys: ['nonce'], maxCalls: 2 }],
      detectors: { 'identical-call-loop': { enabled: true, severity: 'critical', options: { repeats: 5 } } },
    };
    expect(checkSettings(document)).toEqual({ settings: document, faults: [] });
  });

  test.each([
    ['a list instead of a mapping', [], /mapping/],
    ['a misspelt top key', { tool: [] }, /tool is unknown; known: tools, detectors/],
    ['a tool without match', { tools: [{ effect: 'question' }] }, /tools\[0\]\.match/],
    ['an effect that is none', { tools: [{ match: 'x', effect: 'reads' }] }, /tools\[0\]\.effect takes one of/],
    ['a trait that is none', { tools: [{ match: 'x', traits: ['slow'] }] }, /tools\[0\]\.traits/],
    ['volatile keys that are no list', { tools: [{ match: 'x', volatileKeys: 'id' }] }, /tools\[0\]\.volatileKeys/],
    ['half a call', { tools: [{ match: 'x', maxCalls: 1.5 }] }, /tools\[0\]\.maxCalls/],
    ['a detector that does not exist', { detectors: { 'identical-loop': {} } }, /detectors\.identical-loop is unknown/],
    [
      'a severity that is none',
      { detectors: { 'identical-call-loop': { severity: 'high' } } },
      /severity takes one of/,
    ],
    [
      'an option that is none',
      { detectors: { 'identical-call-loop': { options: { repeat: 3 } } } },
      /options\.repeat is unknown/,
    ],
    [
      'an option below zero',
      { detectors: { 'identical-call-loop': { options: { repeats: -1 } } } },
      /options\.repeats takes a number/,
    ],
  ])('%s is a fault that names its place', (_name, document, pattern) => {
    expect(faultsOf(document)).toEqual([expect.stringMatching(pattern)]);
  });

  test('all faults are reported together', () => {
    expect(faultsOf({ tool: [], tools: [{}], detectors: { nobody: {} } })).toHaveLength(3);
  });

  test('a file that is no YAML says where it breaks', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'refrain-')), 'settings.yaml');
    writeFileSync(file, 'tools:\n  - match: "x\n');
    await expect(loadSettings(file)).rejects.toThrow(/settings\.yaml.*line/s);
  });
});
