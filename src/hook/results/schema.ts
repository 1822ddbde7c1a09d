/** A JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const CATEGORY = { enum: ['transient', 'validation', 'business', 'permission'] };
const TEXT = { type: 'string', minLength: 1 };
const COUNT = { type: 'integer', minimum: 0 };
const SECONDS = { type: 'number', minimum: 0 };
const FIELDS = {
  type: 'array',
  items: {
    type: 'object',
    properties: { field: TEXT, problem: TEXT, expected: TEXT },
    required: ['field', 'problem'],
  },
};

/** Only transient failures are retryable and may say when: both shapes spell the same rule. */
const onlyTransient = (category: string, retryable: string, wait: string) => ({
  if: { properties: { [category]: { const: 'transient' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { properties: { [retryable]: { const: true } } },
  else: { properties: { [retryable]: { const: false }, [wait]: { type: 'null' } } },
});

/** `structuredContent` of a failed MCP call. */
export const MCP_FAILURE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    errorCategory: CATEGORY,
    errorCode: TEXT,
    isRetryable: { type: 'boolean' },
    description: TEXT,
    retryAfterSeconds: SECONDS,
    fields: FIELDS,
    details: { type: 'object' },
  },
  required: ['errorCategory', 'isRetryable', 'description'],
  ...onlyTransient('errorCategory', 'isRetryable', 'retryAfterSeconds'),
};

const MCP_EMPTY_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { resultCount: { const: 0 } },
  required: ['resultCount'],
};

const MCP_PARTIAL_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    partial: { const: true },
    succeeded: { type: 'array', minItems: 1 },
    attempted: { type: 'array', items: TEXT },
    failed: { type: 'array', minItems: 1, items: { ...MCP_FAILURE_SCHEMA, required: ['item', 'errorCategory'] } },
  },
  required: ['partial', 'succeeded', 'attempted', 'failed'],
};

/**
 * The `outputSchema` of an MCP tool whose results are made with the builders. Clients hold failures against it too, so it
 * admits what a success holds, an empty answer, a partial one, and a failure.
 */
export function mcpOutputSchema(data: JsonSchema = { type: 'object' }) {
  const success = {
    allOf: [data, { type: 'object', properties: { resultCount: COUNT }, not: { required: ['errorCategory'] } }],
  };
  return { type: 'object' as const, anyOf: [success, MCP_EMPTY_SCHEMA, MCP_PARTIAL_SCHEMA, MCP_FAILURE_SCHEMA] };
}

const NOTHING = {
  error_code: { type: 'null' },
  error_message: { type: 'null' },
  retry_recommended: { const: false },
  retry_after_seconds: { type: 'null' },
};
const ENVELOPE = ['success', 'data', 'error_code', 'error_message', 'retry_recommended', 'retry_after_seconds'];

/** The flat envelope of a failed call. */
export const FLAT_FAILURE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    data: { type: 'null' },
    error_code: TEXT,
    error_category: CATEGORY,
    error_message: TEXT,
    retry_recommended: { type: 'boolean' },
    retry_after_seconds: { anyOf: [SECONDS, { type: 'null' }] },
    fields: FIELDS,
  },
  required: [...ENVELOPE, 'error_category'],
  ...onlyTransient('error_category', 'retry_recommended', 'retry_after_seconds'),
};

/** The flat envelope of a tool whose results are made with the builders. */
export function flatSchema(data: JsonSchema = {}): JsonSchema {
  const success = {
    type: 'object',
    properties: { success: { const: true }, data, ...NOTHING, result_count: COUNT, message: TEXT },
    required: ENVELOPE,
  };
  return { anyOf: [success, FLAT_FAILURE_SCHEMA] };
}
