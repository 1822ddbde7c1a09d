import { asc, gt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Finding } from '../model/finding.js';
import { readMeta, writeMeta } from './arrivals.js';
import { findingOf } from './findings.js';
import { findings } from './schema.js';

/** A finding at one of its changes. */
export interface Change {
  readonly finding: Finding;
  readonly revision: bigint;
}

/** What the alerter and live followers ask of a pool. */
export function openAlertStore(pool: pg.Pool): {
  changedAfter(revision: bigint, limit: number): Promise<readonly Change[]>;
  cursor(receiver: string): Promise<bigint | undefined>;
  saveCursor(receiver: string, revision: bigint): Promise<void>;
  latestRevision(): Promise<bigint>;
} {
  const db = drizzle(pool);
  return {
    async changedAfter(revision, limit) {
      const rows = await db
        .select()
        .from(findings)
        .where(gt(findings.revision, Number(revision)))
        .orderBy(asc(findings.revision))
        .limit(limit);
      return rows.map((row) => ({ finding: findingOf(row), revision: BigInt(row.revision) }));
    },
    async cursor(receiver) {
      const value = await readMeta(pool, `alerted_${receiver}`);
      return value === undefined ? undefined : BigInt(value);
    },
    saveCursor: (receiver, revision) => writeMeta(pool, `alerted_${receiver}`, revision.toString()),
    async latestRevision() {
      const [row] = await db.select({ latest: sql<string>`coalesce(max(${findings.revision}), 0)` }).from(findings);
      return BigInt(row?.latest ?? 0);
    },
  };
}
