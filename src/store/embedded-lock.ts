import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUse } from './embedded-binaries.js';

/** Holds a data folder for one process, however it dies: the system closes a socket, no file has to be cleaned up. */
export interface FolderLock {
  release(): Promise<void>;
}

/** A socket with a short path, because socket paths are limited to about 100 characters. */
function socketOf(folder: string): string {
  const name = `refrain-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** Takes the lock, or throws a sentence that says who holds it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = socketOf(folder);
  const server = (await listen(path)) ?? (await takeOverStale(path, folder));
  server.unref();
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

async function takeOverStale(path: string, folder: string): Promise<Server> {
  if (!(await answers(path))) {
    await rm(path, { force: true });
    const server = await listen(path);
    if (server) return server;
  }
  throw new FolderInUse(
    `another Refrain already uses the data folder ${folder}; stop it, or set REFRAIN_DATA_DIR to another folder`,
  );
}

async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
