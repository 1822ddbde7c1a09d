import { resolve } from 'node:path';

/** How text becomes a value; throws with a sentence that says what would be right. */
type Parse<T> = (text: string) => T;

interface SettingRow<T> {
  readonly env: string;
  readonly fallback: string | undefined;
  readonly parse: Parse<T>;
  readonly sentence: string;
  readonly secret?: boolean;
}

const text: Parse<string> = (value) => value;
const path: Parse<string> = (value) => resolve(value);

function whole(least: number, most: number): Parse<number> {
  return (value) => {
    const n = Number(value);
    if (Number.isInteger(n) && n >= least && n <= most) return n;
    throw new Error(`takes a whole number from ${least} to ${most}, not "${value}"`);
  };
}

function oneOf<const T extends readonly string[]>(...choices: T): Parse<T[number]> {
  return (value) => {
    if (choices.includes(value)) return value;
    throw new Error(`takes one of ${choices.join(', ')}, not "${value}"`);
  };
}

const flag: Parse<boolean> = (value) => {
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off|)$/i.test(value)) return false;
  throw new Error(`takes true or false, not "${value}"`);
};

const url: Parse<string> = (value) => {
  if (URL.canParse(value) && value.includes('://')) return value;
  throw new Error('takes an address like postgres://user:password@host:5432/database or http://host:port');
};

/** An address that may be fetched, or under which people come: nothing but http leads to a web server. */
const httpUrl: Parse<string> = (value) => {
  if (/^https?:\/\//i.test(value) && URL.canParse(value)) return value;
  throw new Error('takes an address like https://host:port/path');
};

const MiB = 1024 * 1024;

/** Every setting of the process in one table; the README table is generated from it. */
export const SETTINGS = {
  databaseUrl: {
    env: 'DATABASE_URL',
    fallback: undefined,
    parse: url,
    sentence: 'Postgres to use. Unset: an embedded Postgres is started in the data folder.',
    secret: true,
  },
  dataDir: {
    env: 'REFRAIN_DATA_DIR',
    fallback: '.refrain',
    parse: path,
    sentence: 'Where the embedded Postgres keeps its data.',
  },
  host: { env: 'REFRAIN_HOST', fallback: '127.0.0.1', parse: text, sentence: 'Address to listen on.' },
  httpPort: {
    env: 'REFRAIN_HTTP_PORT',
    fallback: '4318',
    parse: whole(0, 65_535),
    sentence: 'Port for OTLP/HTTP, the API and the pages; 0 takes a free one.',
  },
  grpcPort: {
    env: 'REFRAIN_GRPC_PORT',
    fallback: '4317',
    parse: whole(0, 65_535),
    sentence: 'Port for OTLP/gRPC; 0 takes a free one.',
  },
  settingsFile: {
    env: 'REFRAIN_CONFIG',
    fallback: undefined,
    parse: path,
    sentence: 'YAML or JSON file with per-tool overrides and detector thresholds.',
  },
  capture: {
    env: 'REFRAIN_CAPTURE',
    fallback: 'redacted',
    parse: oneOf('full', 'redacted', 'hash-only'),
    sentence: 'What is kept of arguments and results.',
  },
  captureMaxBytes: {
    env: 'REFRAIN_CAPTURE_MAX_BYTES',
    fallback: '4096',
    parse: whole(64, 1_048_576),
    sentence: 'Longest stored copy of one argument object or result, in bytes; hashes always cover the whole.',
  },
  hashKey: {
    env: 'REFRAIN_HASH_KEY',
    fallback: undefined,
    parse: text,
    sentence:
      'Key of the content hashes. Unset: made once and kept in the database, so that several collectors share it.',
    secret: true,
  },
  maxBodyBytes: {
    env: 'REFRAIN_MAX_BODY_BYTES',
    fallback: String(64 * MiB),
    parse: whole(1024, 1024 * MiB),
    sentence: 'Largest request body, also after decompression.',
  },
  queueBytes: {
    env: 'REFRAIN_QUEUE_BYTES',
    fallback: String(64 * MiB),
    parse: whole(1024, 4096 * MiB),
    sentence: 'Bytes of requests that may wait for the database before senders are told to wait.',
  },
  retentionDays: {
    env: 'REFRAIN_RETENTION_DAYS',
    fallback: '30',
    parse: whole(1, 3650),
    sentence: 'Days that calls are kept; older partitions are dropped.',
  },
  insecureListen: {
    env: 'REFRAIN_INSECURE_LISTEN',
    fallback: 'false',
    parse: flag,
    sentence: 'Allows listening beyond loopback although no key exists.',
  },
  log: {
    env: 'REFRAIN_LOG',
    fallback: 'text',
    parse: oneOf('text', 'json'),
    sentence: 'How the process writes its log: lines for people, or JSON lines; never with payloads.',
  },
  publicUrl: {
    env: 'REFRAIN_PUBLIC_URL',
    fallback: undefined,
    parse: httpUrl,
    sentence: 'Address under which people reach this process; used in links of alerts.',
  },
  webhookUrl: {
    env: 'REFRAIN_WEBHOOK_URL',
    fallback: undefined,
    parse: httpUrl,
    sentence: 'Findings are posted here as JSON.',
    secret: true,
  },
  alertmanagerUrl: {
    env: 'REFRAIN_ALERTMANAGER_URL',
    fallback: undefined,
    parse: httpUrl,
    sentence: 'Alertmanager (API v2) that findings are sent to.',
    secret: true,
  },
} as const satisfies Record<string, SettingRow<unknown>>;

type Rows = typeof SETTINGS;

/** The settings in force. A setting without fallback is undefined where it is not set. */
export type Config = {
  readonly [K in keyof Rows]: Rows[K]['fallback'] extends string
    ? ReturnType<Rows[K]['parse']>
    : ReturnType<Rows[K]['parse']> | undefined;
};

/** All faults of the environment together, one line each. */
export class ConfigFault extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Settings that cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigFault';
  }
}

/** Reads the settings from an environment; throws one ConfigFault that names every bad one. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const entries = Object.entries(SETTINGS).map(([key, row]) => {
    const given = env[row.env];
    const value = given === undefined || given === '' ? row.fallback : given;
    return [key, value === undefined ? undefined : parseOr(row, value, faults)];
  });
  for (const name of Object.keys(env)) {
    if (name.startsWith('REFRAIN_') && !KNOWN.has(name)) faults.push(`${name} is not a setting; see refrain config`);
  }
  if (faults.length > 0) throw new ConfigFault(faults);
  return Object.freeze(Object.fromEntries(entries)) as Config;
}

/** Variables with our prefix that others read: the hook in an agent that runs beside the service, and tests. */
const KNOWN = new Set<string>([...Object.values(SETTINGS).map(({ env }) => env), 'REFRAIN_ENDPOINT', 'REFRAIN_KEY']);

function parseOr(row: SettingRow<unknown>, value: string, faults: string[]): unknown {
  try {
    return row.parse(value);
  } catch (cause) {
    faults.push(`${row.env} ${cause instanceof Error ? cause.message : String(cause)}`);
    return undefined;
  }
}

/** The settings in force as rows for a person, secrets masked. */
export function describeConfig(config: Config): readonly { env: string; value: string; sentence: string }[] {
  return Object.entries(SETTINGS).map(([key, row]: [string, SettingRow<unknown>]) => {
    const value = config[key as keyof Config];
    const shown = value === undefined ? '(unset)' : row.secret ? '(set, hidden)' : String(value);
    return { env: row.env, value: shown, sentence: row.sentence };
  });
}
