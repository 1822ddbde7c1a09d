import { describe, expect, test } from 'vitest';
import { Keyring } from '../src/keyring.js';
import { hashOfKey, type KeyTable, type StoredKey } from '../src/store/keys.js';

const KEY = `rfk_0123456789ab_${'A'.repeat(43)}`;
const stored: StoredKey = { id: '0123456789ab', project: 'a', scope: 'read', hash: hashOfKey(KEY) };

/** A keyring over a table that a test changes, with a clock that a test moves. */
function keyring(table: KeyTable = { everMade: true, valid: [stored] }) {
  const state = { table, nowMs: 0, loads: 0, away: false };
  const ring = new Keyring(
    async () => {
      state.loads++;
      if (state.away) throw new Error('connection refused');
      return state.table;
    },
    () => state.nowMs,
  );
  return { state, ring };
}

describe('a keyring', () => {
  test('opens with the key for its purpose only', async () => {
    const { ring } = keyring();
    expect(await ring.projectOf(KEY, 'read')).toBe('a');
    expect(await ring.projectOf(KEY, 'ingest')).toBeUndefined();
    expect(await ring.projectOf(`${KEY.slice(0, -1)}B`, 'read')).toBeUndefined();
    expect(await ring.projectOf(undefined, 'read')).toBeUndefined();
  });

  test('a hundred thousand wrong keys ask the database ten times a second at most and are not remembered', async () => {
    const { state, ring } = keyring();
    const odd = Array.from({ length: 100_000 }, (_, n) => `rfk_${n.toString(16).padStart(12, '0')}_${'B'.repeat(43)}`);
    await Promise.all(odd.map((key) => ring.projectOf(key, 'read')));
    expect(state.loads).toBe(1);
    state.nowMs = 1000;
    await ring.projectOf(KEY, 'read');
    expect(state.loads).toBe(2);
    state.nowMs = 1099;
    await Promise.all(odd.map((key) => ring.projectOf(key, 'read')));
    expect(state.loads).toBe(2);
    state.nowMs = 1100;
    await Promise.all(odd.map((key) => ring.projectOf(key, 'read')));
    expect(state.loads).toBe(3);
  });

  test('a key that was made a moment ago opens at once', async () => {
    const { state, ring } = keyring({ everMade: true, valid: [] });
    await ring.locked();
    state.table = { everMade: true, valid: [stored] };
    state.nowMs = 150;
    expect(await ring.projectOf(KEY, 'read')).toBe('a');
  });

  test('a revoked key is gone a second later', async () => {
    const { state, ring } = keyring();
    await ring.projectOf(KEY, 'read');
    state.table = { everMade: true, valid: [] };
    state.nowMs = 1001;
    expect(await ring.projectOf(KEY, 'read')).toBeUndefined();
  });

  test('a table that was emptied by hand opens nothing while the process lives', async () => {
    const { state, ring } = keyring();
    expect(await ring.locked()).toBe(true);
    state.table = { everMade: false, valid: [] };
    state.nowMs = 5000;
    expect(await ring.locked()).toBe(true);
  });

  test('while the database is away the keys last seen hold for half a minute, then nothing opens', async () => {
    const { state, ring } = keyring();
    await ring.locked();
    state.away = true;
    state.nowMs = 29_000;
    expect(await ring.projectOf(KEY, 'read')).toBe('a');
    state.nowMs = 30_001;
    await expect(ring.projectOf(KEY, 'read')).rejects.toMatchObject({ code: 'store_unavailable' });
    state.away = false;
    expect(await ring.projectOf(KEY, 'read')).toBe('a');
  });

  test('an open service stays open while the database is away', async () => {
    const { state, ring } = keyring({ everMade: false, valid: [] });
    await ring.locked();
    state.away = true;
    state.nowMs = 3_600_000;
    expect(await ring.locked()).toBe(false);
  });

  test('before the keys were ever seen nothing opens', async () => {
    const { state, ring } = keyring();
    state.away = true;
    await expect(ring.locked()).rejects.toMatchObject({ code: 'store_unavailable' });
  });
});
