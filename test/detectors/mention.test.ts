import { describe, expect, test } from 'vitest';
import { mentionsFailure } from '../../src/detectors/mention.js';
import { failed } from '../support/calls.js';

const call = failed('timeout', { tool: 'sales_api' });

describe('an answer that says something about a failure', () => {
  test.each([
    'North could not be read.',
    'The report is incomplete: one source timed out.',
    'I was unable to reach the database.',
    'Two of three done; the third was skipped.',
    'See sales_api for the rest.',
    'code: timeout',
    'Norden: Abfrage fehlgeschlagen.',
    'Les données sont indisponibles.',
    'No se pudo leer.',
    '読み込みに失敗しました。',
  ])('%s', (answer) => expect(mentionsFailure(answer, call)).toBe(true));
});

describe('an answer that says nothing about one', () => {
  test.each([
    '',
    'Done.',
    'Report: all 3 regions grew by 4 %.',
    'Sales rose in May.',
    '{"total": 12, "regions": ["n", "s"]}',
  ])('%s', (answer) => expect(mentionsFailure(answer, call)).toBe(false));
});
