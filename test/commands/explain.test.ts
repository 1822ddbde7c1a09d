import { describe, expect, test } from 'vitest';
import { explainStart } from '../../src/commands/explain.js';

describe('faults at the start', () => {
  test.each([
    [{ code: 'EADDRINUSE', address: '127.0.0.1', port: 4318 }, /127\.0\.0\.1:4318 is taken.*REFRAIN_HTTP_PORT/],
    [{ code: 'EADDRNOTAVAIL', address: '10.9.9.9' }, /10\.9\.9\.9.*REFRAIN_HOST/],
    [{ code: 'ECONNREFUSED' }, /no Postgres answers under DATABASE_URL/],
    [{ code: '28P01' }, /user or password/],
    [{ code: '3D000' }, /createdb/],
    [{ code: '42501' }, /grant/],
  ])('%j becomes a sentence that says what to do', (error, sentence) => expect(explainStart(error)).toMatch(sentence));

  test('what nobody foresaw keeps its stack', () => expect(explainStart(new Error('odd'))).toBeUndefined());
});
