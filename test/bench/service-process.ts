import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { secondsOf } from './processor-time.js';

const CHILD = fileURLToPath(new URL('../support/serve-child.ts', import.meta.url));

/** The service in a process of its own: its memory and its time are its own. */
export class ServiceProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(env: Record<string, string>, nodeOptions: readonly string[] = []): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [...nodeOptions, '--import', 'tsx', CHILD], {
      env: { ...process.env, REFRAIN_HTTP_PORT: '0', REFRAIN_GRPC_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const started = once(child.stdout as NonNullable<typeof child.stdout>, 'data') as Promise<[Buffer]>;
    const ended = once(child, 'exit').then(() => {
      throw new Error('the service ended before it listened');
    });
    const [line] = await Promise.race([started, ended]);
    ended.catch(() => {});
    return new ServiceProcess(child, line.toString().trim());
  }

  /** Resident memory in MiB: now, and the most there ever was. */
  async memory(): Promise<{ now: number; most: number }> {
    const status = await readFile(`/proc/${this.child.pid}/status`, 'utf8');
    const of = (key: string) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
    return { now: Math.round(of('VmRSS')), most: Math.round(of('VmHWM')) };
  }

  /** Processor seconds used so far. */
  cpuSeconds(): Promise<number> {
    return secondsOf(this.child.pid ?? 0);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const exited = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill(signal);
    const [code] = await exited;
    return code;
  }
}
