import { createKey, type KeyScope, type ListedKey, listKeys, revokeKey } from '../store/keys.js';
import { print } from './analyze.js';
import { withStore } from './open-store.js';
import { visible } from './render-text.js';

/** `refrain keys create`: the key alone on standard output, so that a script can keep it; the words beside it. */
export async function createKeyCommand(
  env: NodeJS.ProcessEnv,
  options: { project: string; scope: KeyScope; label?: string },
): Promise<number> {
  const { id, key } = await withStore(env, (pool) => createKey(pool, options));
  await print(`${key}\n`);
  const use =
    options.scope === 'ingest'
      ? 'Senders: OTEL_EXPORTER_OTLP_HEADERS=x-refrain-key=KEY.'
      : 'Pages ask for it; scripts send authorization: Bearer KEY; the command line reads REFRAIN_KEY.';
  process.stderr.write(
    `Key ${id} (${options.scope}, project ${options.project}) is shown only now. ${use}\nSince a key exists, sending needs an ingest key and reading a read key.\n`,
  );
  return 0;
}

/** `refrain keys list`: never the keys themselves. */
export async function listKeysCommand(
  env: NodeJS.ProcessEnv,
  { format }: { format: 'text' | 'json' },
): Promise<number> {
  const keys = await withStore(env, listKeys);
  await print(format === 'json' ? `${JSON.stringify(keys.map(keyRow), null, 2)}\n` : renderKeys(keys));
  return 0;
}

/** `refrain keys revoke`: exit 0 revoked, 1 no valid key of this id. */
export async function revokeKeyCommand(env: NodeJS.ProcessEnv, id: string): Promise<number> {
  const isRevoked = await withStore(env, (pool) => revokeKey(pool, id));
  process.stderr.write(
    isRevoked ? `Key ${id} is revoked.\n` : `There is no valid key ${visible(id)}; see refrain keys list.\n`,
  );
  return isRevoked ? 0 : 1;
}

function keyRow({ id, project, scope, label, createdMs, revokedMs }: ListedKey): Record<string, string | null> {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    ...{ id, project, scope, label },
    created: iso(createdMs),
    revoked: revokedMs === undefined ? null : iso(revokedMs),
  };
}

function renderKeys(keys: readonly ListedKey[]): string {
  if (keys.length === 0) return 'No key was ever made: one project, default, for whoever reaches the port.\n';
  return keys
    .map(keyRow)
    .map(
      ({ id, scope, project, created, revoked, label }) =>
        `${id}  ${scope?.padEnd(6)}  ${project?.padEnd(20)}  ${created}  ${revoked === null ? 'valid' : `revoked ${revoked}`}  ${visible(label ?? '')}`.trimEnd() +
        '\n',
    )
    .join('');
}
