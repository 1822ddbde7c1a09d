import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, findBinaries, isOpenToAll, NoEmbeddedPostgres } from './embedded-binaries.js';
import { type FolderLock, lockFolder } from './embedded-lock.js';

/** A running embedded Postgres. */
export interface Embedded {
  readonly url: string;
  /** Where the data lies; differs from the folder asked for where that one could not be used. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Postgres refuses to run as root. The numbers of "nobody" exist everywhere in practice, and no account has to be made. */
const NOBODY = 65534;
/** Starting takes 0.1 s, recovery after a crash some seconds; a minute means that something is wrong. */
const START_TIMEOUT_MS = 60_000;
/** A fast shutdown writes a checkpoint. */
const STOP_TIMEOUT_MS = 30_000;
const USER = 'refrain';

/** Starts the embedded Postgres on a folder, making it first where it is new. */
export async function startEmbedded(wanted: string): Promise<Embedded> {
  const isRoot = process.getuid?.() === 0;
  const uid = isRoot ? NOBODY : undefined;
  const folder = await usableFolder(wanted, isRoot);
  const lock = await lockFolder(folder);
  try {
    return await start(folder, uid, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** As root the folder has to be reachable by somebody else; one that is not is replaced by a lasting temporary one. */
export async function usableFolder(wanted: string, isRoot: boolean): Promise<string> {
  if (!isRoot) {
    await mkdir(wanted, { recursive: true, mode: 0o700 });
    return wanted;
  }
  const parent = dirname(wanted);
  await mkdir(parent, { recursive: true });
  const name = `refrain-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
  const folder = (await isOpenToAll(parent)) ? wanted : join(await lastingFolder(), name);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await chown(folder, NOBODY, NOBODY);
  return folder;
}

async function lastingFolder(): Promise<string> {
  const found = await stat('/var/tmp').catch(() => undefined);
  return found?.isDirectory() ? '/var/tmp' : tmpdir();
}

async function start(folder: string, uid: number | undefined, lock: FolderLock): Promise<Embedded> {
  const binaries = await findBinaries(uid, folder);
  const data = join(folder, 'data');
  const password = await keepPassword(folder, uid);
  await checkVersion(data, binaries);
  await stopOrphan(data);
  if (!(await exists(join(data, 'PG_VERSION')))) await initialise(binaries, data, folder, uid);
  const port = await freePort();
  const child = run(binaries, data, port, uid);
  const url = `postgres://${USER}:${password}@127.0.0.1:${port}/refrain`;
  const output = collectOutput(child);
  await ready(child, url, output);
  return { url, folder, stop: () => stop(child, lock) };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** The password lies beside the data, readable by its owner only; whoever can read it can read the data as well. */
async function keepPassword(folder: string, uid: number | undefined): Promise<string> {
  const file = join(folder, 'password');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined && known !== '') return known.trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  if (uid !== undefined) await chown(file, uid, uid);
  return password;
}

async function checkVersion(data: string, { major }: Binaries): Promise<void> {
  const found = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (found === undefined || found.trim() === major) return;
  throw new NoEmbeddedPostgres(
    `the data in ${data} was written by Postgres ${found.trim()}, and this Refrain brings ${major}; export it with the old version (pg_dump), or set REFRAIN_DATA_DIR to a new folder`,
  );
}

/** We hold the folder's lock, so a server that still runs on it lost its Refrain to a SIGKILL: stop it, then recover. */
async function stopOrphan(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (await isPostgres(pid)) {
    process.kill(pid, 'SIGINT');
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while ((await exists(file)) && Date.now() < deadline) await sleep(50);
  }
  // What is left belongs to a process that is gone, or to another one that got its number: Postgres would refuse to start.
  await rm(file, { force: true });
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return name.startsWith('postgres');
}

async function initialise({ initdb }: Binaries, data: string, folder: string, uid: number | undefined): Promise<void> {
  // A half-made folder is left by a start that was killed; it holds nothing yet.
  await rm(data, { recursive: true, force: true });
  const args = [
    '-D',
    data,
    '-U',
    USER,
    '--pwfile',
    join(folder, 'password'),
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
  const child = spawn(initdb, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
    env: plainEnv(),
    ...identity(uid),
  });
  const output = collectOutput(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0)
    throw new NoEmbeddedPostgres(`the embedded Postgres could not make its data folder ${data}:\n${output()}`);
}

/** LANG may name a locale that is not installed, and PG* variables would lead our server astray. */
function plainEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TEMP, TMP, SystemRoot } = process.env;
  return { PATH, HOME, TMPDIR, TEMP, TMP, SystemRoot, LC_ALL: 'C' };
}

function identity(uid: number | undefined): { uid?: number; gid?: number } {
  return uid === undefined ? {} : { uid, gid: uid };
}

function run({ postgres }: Binaries, data: string, port: number, uid: number | undefined): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const options = {
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    cwd: data,
    env: plainEnv(),
    ...identity(uid),
  };
  // A group of its own, so that Ctrl-C reaches us first and we can drain before the database goes.
  const child = spawn(postgres, args, { ...options, detached: true });
  child.unref();
  if (child.pid !== undefined) stopWithParent(child.pid);
  return child;
}

/** A shell that waits for our end of a pipe to close, however we die, and then asks Postgres for a fast shutdown. */
function stopWithParent(pid: number): void {
  if (process.platform === 'win32') return;
  const watchdog = spawn('/bin/sh', ['-c', `read -r _; kill -INT ${pid} 2>/dev/null`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.unref();
  (watchdog.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  watchdog.on('error', () => {});
}

/** The last words of a process, for the message when it fails. */
function collectOutput(child: ChildProcess): () => string {
  let text = '';
  // Ten lines are enough to see why; the rest is Postgres' own log.
  const keep = (chunk: Buffer) => {
    text = `${text}${chunk.toString('utf8')}`.slice(-4000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref?: () => void } | null)?.unref?.();
  return () => text.trim().split('\n').slice(-10).join('\n');
}

async function ready(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  const server = new URL(url);
  server.pathname = '/postgres';
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new NoEmbeddedPostgres(`the embedded Postgres ended at once:\n${output()}`);
    if (await madeDatabase(server.href)) return;
    await sleep(50);
  }
  throw new NoEmbeddedPostgres(`the embedded Postgres did not answer within a minute:\n${output()}`);
}

async function madeDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'refrain'");
    if (rowCount === 0) await client.query('CREATE DATABASE refrain');
    return true;
  } catch (error) {
    // 28P01: the password file does not belong to this folder; waiting will not help.
    if ((error as { code?: string }).code === '28P01') throw error;
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function stop(child: ChildProcess, lock: FolderLock): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.ref();
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await Promise.race([exited, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }
  await lock.release();
}
