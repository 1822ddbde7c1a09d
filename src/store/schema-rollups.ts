import { bigint, doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './instant.js';

const count = () => bigint({ mode: 'number' });

/** Calls counted by minute; equal to the rows by trigger. */
export const callMinutes = pgTable(
  'call_minutes',
  {
    project: text().notNull(),
    minute: instant().notNull(),
    tool: text().notNull(),
    server: text().notNull(),
    agent: text().notNull(),
    outcome: text().notNull(),
    reported: text().notNull(),
    category: text().notNull(),
    code: text().notNull(),
    calls: count().notNull(),
    duration_ms_sum: doublePrecision().notNull(),
    guard_refused: count().notNull(),
    guard_waited_ms: doublePrecision().notNull(),
    input_tokens: count().notNull(),
    output_tokens: count().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.project,
        table.minute,
        table.tool,
        table.server,
        table.agent,
        table.outcome,
        table.reported,
        table.category,
        table.code,
      ],
    }),
  ],
);

/** The same by hour. */
export const callHours = pgTable(
  'call_hours',
  {
    project: text().notNull(),
    hour: instant().notNull(),
    tool: text().notNull(),
    server: text().notNull(),
    agent: text().notNull(),
    outcome: text().notNull(),
    reported: text().notNull(),
    category: text().notNull(),
    code: text().notNull(),
    calls: count().notNull(),
    duration_ms_sum: doublePrecision().notNull(),
    guard_refused: count().notNull(),
    guard_waited_ms: doublePrecision().notNull(),
    input_tokens: count().notNull(),
    output_tokens: count().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.project,
        table.hour,
        table.tool,
        table.server,
        table.agent,
        table.outcome,
        table.reported,
        table.category,
        table.code,
      ],
    }),
  ],
);

/** Histogram of durations: bucket n holds 2^(n/4) to 2^((n+1)/4) ms. */
export const durationHours = pgTable(
  'duration_hours',
  {
    project: text().notNull(),
    hour: instant().notNull(),
    tool: text().notNull(),
    agent: text().notNull(),
    bucket: integer().notNull(),
    calls: count().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.hour, table.tool, table.agent, table.bucket] })],
);

/** Failures by signature and hour. */
export const signatureHours = pgTable(
  'signature_hours',
  {
    project: text().notNull(),
    hour: instant().notNull(),
    tool: text().notNull(),
    signature: text().notNull(),
    category: text().notNull(),
    calls: count().notNull(),
    sessions: count().notNull(),
    sample: text().notNull(),
    first_at: instant().notNull(),
    last_at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.hour, table.tool, table.signature, table.category] })],
);

/** What the collector counted, by minute. */
export const pipelineMinutes = pgTable(
  'pipeline_minutes',
  {
    project: text().notNull(),
    minute: instant().notNull(),
    name: text().notNull(),
    label: text().notNull(),
    value: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.minute, table.name, table.label] })],
);
