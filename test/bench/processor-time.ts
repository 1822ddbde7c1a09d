import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

interface Times {
  readonly pid: number;
  readonly parent: number;
  readonly own: number;
  readonly ended: number;
}

/** Fields of proc(5) after the name; times are hundredths of a second on every Linux. */
async function timesOf(pid: number): Promise<Times | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (stat === '') return undefined;
  const [, parent = 0] = fields;
  const of = (...places: number[]) => places.reduce((sum, place) => sum + (fields[place] ?? 0), 0) / 100;
  return { pid, parent, own: of(11, 12), ended: of(13, 14) };
}

/** Processor seconds that a process has used. */
export async function secondsOf(pid: number): Promise<number> {
  return (await timesOf(pid))?.own ?? Number.NaN;
}

/** Processor seconds of a Postgres on this machine, all its processes, those that ended included; NaN where it is elsewhere. */
export async function postgresSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = await timesOf(rows[0]?.pid ?? 0);
  if (!backend) return Number.NaN;
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const all = (await Promise.all(pids.map(timesOf))).flatMap((times) => times ?? []);
  const children = all.filter(({ parent }) => parent === backend.parent);
  const ended = all.find(({ pid }) => pid === backend.parent)?.ended ?? 0;
  return children.reduce((sum, { own }) => sum + own, ended);
}
