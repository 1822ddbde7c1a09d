import { createHash, randomBytes } from 'node:crypto';
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { RefrainError } from '../errors.js';
import { instant } from './instant.js';

/** What a key opens: sending to its project, or reading it. */
export const KEY_SCOPES = ['ingest', 'read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Keys, hashed; not for the reader role. */
export const accessKeys = pgTable('access_keys', {
  id: text().primaryKey(),
  project: text().notNull(),
  scope: text().$type<KeyScope>().notNull(),
  label: text().notNull().default(''),
  hash: text().notNull(),
  created_at: instant().notNull().default(sql`now()`),
  revoked_at: instant(),
});

/** A key as a process checks it. */
export interface StoredKey {
  readonly id: string;
  readonly project: string;
  readonly scope: KeyScope;
  /** SHA-256 of the whole key in hexadecimal: keys have 256 random bits, so a slow hash would add nothing. */
  readonly hash: string;
}

/** A key as a person lists it. */
export interface ListedKey extends Omit<StoredKey, 'hash'> {
  readonly label: string;
  readonly createdMs: number;
  readonly revokedMs: number | undefined;
}

/** All that checking needs: whether a key was ever made, and those that are valid. */
export interface KeyTable {
  readonly everMade: boolean;
  readonly valid: readonly StoredKey[];
}

/** Every process holds all valid keys in memory (300 bytes each); more than this is a mistake. */
const MOST_KEYS = 10_000;
const PROJECT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
const MOST_LABEL = 200;

/** Makes a key; its text is returned once and stored nowhere. */
export async function createKey(
  pool: pg.Pool,
  { project, scope, label = '' }: { project: string; scope: KeyScope; label?: string | undefined },
): Promise<{ id: string; key: string }> {
  if (!PROJECT.test(project))
    throw new RefrainError(
      'invalid_query',
      'a project is named by at most 63 letters, digits, dots, dashes and underscores',
    );
  if (label.length > MOST_LABEL || /\p{Cc}/u.test(label))
    throw new RefrainError(
      'invalid_query',
      `a label has at most ${MOST_LABEL} characters and no line breaks or other control characters`,
    );
  const db = drizzle(pool);
  const [held] = await db.select({ keys: count() }).from(accessKeys).where(isNull(accessKeys.revoked_at));
  if ((held?.keys ?? 0) >= MOST_KEYS)
    throw new RefrainError('invalid_query', `there are ${MOST_KEYS} valid keys already; revoke some first`);
  const id = randomBytes(6).toString('hex');
  const key = `rfk_${id}_${randomBytes(32).toString('base64url')}`;
  await db.insert(accessKeys).values({ id, project, scope, label, hash: hashOfKey(key) });
  return { id, key };
}

/** The id within a key's text; undefined where the text is no key. */
export function idOfKey(key: string): string | undefined {
  return /^rfk_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/.exec(key)?.[1];
}

/** What is stored of a key. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Every key ever made, oldest first. */
export async function listKeys(pool: pg.Pool): Promise<readonly ListedKey[]> {
  const rows = await drizzle(pool).select().from(accessKeys).orderBy(asc(accessKeys.created_at), asc(accessKeys.id));
  return rows.map(({ id, project, scope, label, created_at, revoked_at }) => ({
    ...{ id, project, scope, label },
    createdMs: created_at,
    revokedMs: revoked_at ?? undefined,
  }));
}

/** Revokes a key for good; whether there was a valid one of this id. */
export async function revokeKey(pool: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await drizzle(pool)
    .update(accessKeys)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(accessKeys.id, id), isNull(accessKeys.revoked_at)));
  return (rowCount ?? 0) > 0;
}

/** Reads what checking needs, in one statement. */
export async function loadKeys(pool: pg.Pool): Promise<KeyTable> {
  const { id, project, scope, hash, revoked_at } = accessKeys;
  const rows = await drizzle(pool)
    .select({ id, project, scope, hash, revoked_at })
    .from(accessKeys)
    // Valid ones first, and one revoked one is enough to know that keys were made.
    .orderBy(sql`${revoked_at} IS NOT NULL`)
    .limit(MOST_KEYS + 1);
  return { everMade: rows.length > 0, valid: rows.filter((row) => row.revoked_at === null) };
}
