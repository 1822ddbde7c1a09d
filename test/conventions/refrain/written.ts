import { type Case, captured } from '../case.js';

/** Written from `src/model/attributes.ts`. */
export const written: readonly Case[] = [
  {
    what: 'a call with declared facts',
    span: {
      name: 'tools/call refund',
      kind: 'client',
      scope: 'refrain/hook',
      status: 'error',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'refund',
        'mcp.method.name': 'tools/call',
        'gen_ai.conversation.id': 's1',
        'gen_ai.tool.call.arguments': '{"order":"A1"}',
        'gen_ai.tool.call.result':
          '{"content":[{"type":"text","text":"over the limit"}],"isError":true,"structuredContent":{"limit":500}}',
        'refrain.error.category': 'business',
        'refrain.error.code': 'LIMIT_EXCEEDED',
        'refrain.retryable': false,
        'refrain.description': 'Refunds above 500 need a manager.',
        'refrain.retry_after_ms': 1500,
        'refrain.result.count': 0,
        'refrain.tool.read_only': false,
        'refrain.tool.destructive': true,
      },
    },
    call: {
      tool: 'refund',
      conversation: 's1',
      arguments: captured({ order: 'A1' }),
      result: captured({ limit: 500 }),
      reported: 'error',
      failureFlag: true,
      errorTexts: ['over the limit'],
      readOnly: false,
      destructive: true,
      declared: {
        category: 'business',
        code: 'LIMIT_EXCEEDED',
        retryable: false,
        retryAfterMs: 1500,
        resultCount: 0,
        description: 'Refunds above 500 need a manager.',
      },
    },
  },
  {
    what: 'a call that the guard refused',
    span: {
      name: 'tools/call refund',
      kind: 'client',
      scope: 'refrain/hook',
      status: 'error',
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'refund' },
      events: [
        {
          name: 'refrain.guard.refused',
          attributes: { reason: 'failed before', category: 'permission', code: 'PERMISSION_DENIED' },
        },
      ],
    },
    call: {
      tool: 'refund',
      reported: 'error',
      guard: { refused: true, waitedMs: 0, reason: 'failed before' },
      declared: {
        category: 'permission',
        code: 'PERMISSION_DENIED',
        retryable: undefined,
        retryAfterMs: undefined,
        resultCount: undefined,
        description: undefined,
      },
    },
  },
  {
    what: 'a call that the guard delayed twice',
    span: {
      name: 'tools/call refund',
      scope: 'refrain/hook',
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'refund' },
      events: [
        { name: 'refrain.guard.waited', attributes: { ms: 400, reason: 'retry-after' } },
        { name: 'refrain.guard.waited', attributes: { ms: '100', reason: 'backoff' } },
      ],
    },
    call: { tool: 'refund', guard: { refused: false, waitedMs: 500, reason: 'retry-after' } },
  },
];
