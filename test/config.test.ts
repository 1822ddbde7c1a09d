import { describe, expect, test } from 'vitest';
import { ConfigFault, describeConfig, readConfig, SETTINGS } from '../src/config.js';

describe('settings of the process', () => {
  test('an empty environment gives every default', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      httpPort: 4318,
      grpcPort: 4317,
      host: '127.0.0.1',
      capture: 'redacted',
      databaseUrl: undefined,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('an empty variable counts as unset', () => {
    expect(readConfig({ REFRAIN_HTTP_PORT: '', DATABASE_URL: '' })).toMatchObject({
      httpPort: 4318,
      databaseUrl: undefined,
    });
  });

  test('all faults are reported together, each with its variable', () => {
    const faults = faultsOf({
      REFRAIN_HTTP_PORT: '99999',
      REFRAIN_CAPTURE: 'some',
      REFRAIN_INSECURE_LISTEN: 'maybe',
      REFRAIN_PROT: '1',
    });
    expect(faults).toHaveLength(4);
    for (const name of ['REFRAIN_HTTP_PORT', 'REFRAIN_CAPTURE', 'REFRAIN_INSECURE_LISTEN', 'REFRAIN_PROT']) {
      expect(faults.some((fault) => fault.startsWith(name))).toBe(true);
    }
  });

  test('an address that is none is a fault, and its text is not repeated', () => {
    const [fault] = faultsOf({ DATABASE_URL: 'user:secret at host' });
    expect(fault).toMatch(/^DATABASE_URL takes an address/);
    expect(fault).not.toContain('secret');
  });

  test('a description masks secrets and names every setting', () => {
    const rows = describeConfig(readConfig({ DATABASE_URL: 'postgres://u:secret@h/db', REFRAIN_HASH_KEY: 'k3y' }));
    expect(rows).toHaveLength(Object.keys(SETTINGS).length);
    expect(JSON.stringify(rows)).not.toMatch(/secret|k3y/);
  });
});

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigFault) return error.faults;
    throw error;
  }
  return [];
}
