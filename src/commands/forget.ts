import { forget } from '../store/forget.js';
import { announceForgotten } from '../store/forget-notice.js';
import { withStore } from './open-store.js';
import { plural } from './render-text.js';

/** `refrain forget`: exit 0 something was deleted, 1 there was nothing. */
export async function forgetCommand(
  env: NodeJS.ProcessEnv,
  { project, session, user }: { project: string; session?: string; user?: string },
): Promise<number> {
  const whose = session !== undefined ? { session } : user !== undefined ? { user } : undefined;
  if (whose === undefined) throw Object.assign(new Error('forget takes --session or --user'), { sentence: true });
  const { calls, frames, findings } = await withStore(env, async (pool) => {
    const deleted = await forget(pool, project, whose);
    await announceForgotten(pool, project);
    return deleted;
  });
  process.stderr.write(
    `Forgotten: ${plural(calls, 'call')}, ${plural(frames, 'other span')}, ${plural(findings, 'finding')}. The counts follow.\n`,
  );
  return calls + frames + findings > 0 ? 0 : 1;
}
