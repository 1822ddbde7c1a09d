import { customType } from 'drizzle-orm/pg-core';

/**
 * A timestamptz as milliseconds since the epoch. A JavaScript Date would lose the microseconds that Postgres keeps and that OTLP
 * sends.
 */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: instantOf,
  toDriver: (ms) => textOf(ms),
});

/** Reads Postgres' text form in UTC, microseconds included. */
export function instantOf(text: string): number {
  const [, head = '', fraction = '', zone = ''] = /^(.{19})(?:\.(\d{1,6}))?([+-]\d\d(?::?\d\d)?)$/.exec(text) ?? [];
  const offset = zone.length === 3 ? `${zone}:00` : zone;
  const seconds = Date.parse(`${head.replace(' ', 'T')}${offset}`);
  return (seconds * 1000 + Number(fraction.padEnd(6, '0'))) / 1000;
}

/** Writes ISO 8601 with microseconds. */
export function textOf(ms: number): string {
  const us = Math.round(ms * 1000);
  const whole = Math.floor(us / 1_000_000);
  const fraction = String(us - whole * 1_000_000).padStart(6, '0');
  return new Date(whole * 1000).toISOString().replace('.000Z', `.${fraction}Z`);
}
