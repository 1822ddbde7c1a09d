import { readConfig } from '../../src/config.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { type Service, startService } from '../../src/service.js';
import { createKey, type KeyScope } from '../../src/store/keys.js';
import { type JsonSpan, otlpJson } from './otlp-story.js';
import type { TestDatabase } from './postgres.js';

/** A service on a test's database, and what it logged. */
export interface TestService extends Service {
  readonly logged: string[];
}

/** Starts a service with further settings. */
export async function startOn(db: TestDatabase, env: Record<string, string> = {}): Promise<TestService> {
  const logged: string[] = [];
  const service = await startService({
    config: readConfig({ DATABASE_URL: db.url, REFRAIN_HTTP_PORT: '0', REFRAIN_GRPC_PORT: '0', ...env }),
    settings: DEFAULT_SETTINGS,
    log: (message, cause) => logged.push(`${message} ${cause ?? ''}`),
  });
  return Object.assign(service, { logged });
}

/** Makes a key and returns its text. */
export async function keyFor(db: TestDatabase, project: string, scope: KeyScope): Promise<string> {
  return (await createKey(db.pool, { project, scope })).key;
}

/** Sends spans as OTLP/JSON. */
export function sendTo(url: string, spans: readonly JsonSpan[], headers: Record<string, string> = {}) {
  return fetch(`${url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(otlpJson(spans)),
  });
}

/** The header of a key. */
export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Asks until a condition holds; what is promised within two seconds gets ten on a busy machine. */
export async function eventually<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const value = await ask();
    if (holds(value) || Date.now() > deadline) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
