import type { Category, Outcome, Reported } from '../../../src/model/tool-call.js';

/** How a call can be seen: its own span, only a tool message in the next prompt, or not at all. */
export type Seen = 'span' | 'message' | 'nothing';

/** One call that a scenario made: tool, what truly happened, what the caller was told, how it is seen. */
export type Made = readonly [tool: string, happened: Outcome, told: Reported, seen: Seen];

/**
 * What telemetry tells of a call where that is less than the truth: no content was captured, or no name.
 * Everything else must come out as it happened.
 */
export type Told = Readonly<Partial<{ outcome: Outcome; tool: string }>>;

/** A scenario: the calls that it made, by hand from the script and the framework's own output. */
export interface Truth {
  readonly made: readonly Made[];
  /** By place in `made`. */
  readonly told?: Readonly<Record<number, Told>>;
}

/** The first turns of a run of its own: frameworks that stop at a call get a second run with that call at its end. */
const again = (told: Reported): Made => ['find_orders', 'ok', told, 'span'];
const UNCAPTURED: Told = { outcome: 'unknown' };

/** The same calls under frameworks that set the span status only on failure and those that set it always. */
function shop(good: Reported, rest: { readonly [tool: string]: Made[] }): Made[] {
  return [
    ['find_orders', 'ok', good, 'span'],
    ['search_refunds', 'empty', good, 'span'],
    ['get_price', 'ok', good, 'span'],
    ['get_price', 'ok', good, 'span'],
    ...Object.values(rest).flat(),
  ];
}

const cancel = (told: Reported): Made[] => [['cancel_order', 'error', told, 'span']];
const stock: Made[] = [['get_stock', 'error', 'error', 'span']];
const invalid = (told: Reported, seen: Seen): Made[] => [['find_orders', 'error', told, seen]];
const unknown = (told: Reported, seen: Seen): Made[] => [['find_invoices', 'error', told, seen]];
const mcp = (worked: Reported, failed: Reported): Made[] => [
  ['convert_currency', 'ok', worked, 'span'],
  ['get_rate', 'error', failed, 'span'],
];
/** Calls of the MCP SDKs without a framework: worked, threw, empty, invalid, unknown, two in parallel. */
const SERVER: Made[] = [
  ['convert_currency', 'ok', 'unset', 'span'],
  ['get_stock', 'error', 'error', 'span'],
  ['search_refunds', 'empty', 'unset', 'span'],
  ['convert_currency', 'error', 'error', 'span'],
  ['find_invoices', 'error', 'error', 'span'],
  ['convert_currency', 'ok', 'unset', 'span'],
  ['convert_currency', 'ok', 'unset', 'span'],
];
const SERVER_TOLD = { 0: UNCAPTURED, 2: UNCAPTURED, 5: UNCAPTURED, 6: UNCAPTURED };

const ADK: Made[] = shop('unset', {
  cancel: cancel('error'),
  invalid: invalid('error', 'span'),
  mcp: mcp('ok', 'error'),
  unknown: [again('unset'), ...unknown('error', 'span')],
  throws: [again('unset'), ...stock],
});

/** Who had to do something about each failure of the scenario. Where telemetry does not tell, the category is none; never another one. */
export const CATEGORIES: Readonly<Record<string, Category>> = {
  cancel_order: 'permission',
  get_stock: 'transient',
  get_rate: 'transient',
  find_orders: 'validation',
  find_invoices: 'validation',
  convert_currency: 'validation',
  DynamicStructuredTool: 'transient',
};

/** Every recorded scenario and what it truly did. */
export const TRUTHS: Readonly<Record<string, Truth>> = {
  'agent-framework': {
    made: shop('unset', {
      cancel: cancel('error'),
      stock,
      invalid: invalid('unset', 'message'),
      unknown: unknown('unset', 'message'),
      mcp: mcp('unset', 'error'),
    }),
  },
  'ai-sdk-6': {
    made: shop('unset', {
      cancel: cancel('error'),
      stock,
      invalid: invalid('error', 'message'),
      unknown: unknown('error', 'message'),
      mcp: mcp('ok', 'error'),
    }),
  },
  'ai-sdk-7': {
    made: shop('unset', {
      cancel: cancel('error'),
      stock,
      invalid: invalid('unset', 'message'),
      unknown: unknown('unset', 'message'),
      mcp: mcp('ok', 'error'),
    }),
  },
  'crewai-openinference': {
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      invalid: invalid('error', 'span'),
      unknown: unknown('unset', 'nothing'),
      mcp: mcp('ok', 'ok'),
    }),
    // The server's name in front, and no way to tell which underscores are whose.
    told: { 8: { tool: 'bank__convert_currency' }, 9: { tool: 'bank__get_rate' } },
  },
  fastmcp: { made: SERVER, told: SERVER_TOLD },
  'google-adk': { made: ADK },
  'google-adk-default': {
    // Without content nobody can tell that the cancellation was refused, nor what MCP said of its success.
    made: ADK.map(
      ([tool, happened, told, seen]): Made => [
        tool,
        happened,
        tool === 'cancel_order' || tool === 'convert_currency' ? 'unset' : told,
        seen,
      ],
    ),
    told: Object.fromEntries(
      ADK.flatMap(([tool, happened], place) =>
        happened === 'error' && tool !== 'cancel_order' ? [] : [[place, UNCAPTURED]],
      ),
    ),
  },
  haystack: {
    made: shop('unset', {
      cancel: cancel('error'),
      stock,
      invalid: invalid('error', 'span'),
      unknown: unknown('unset', 'nothing'),
      mcp: mcp('ok', 'error'),
    }),
  },
  'langchain-js-openinference': {
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      invalid: invalid('error', 'message'),
      unknown: unknown('error', 'message'),
      mcp: mcp('ok', 'error'),
    }),
  },
  'langchain-js-openllmetry': {
    // Every span is a trace of its own, and a tool that throws leaves only the name of its class.
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      mcp: mcp('ok', 'error'),
      invalid: invalid('unset', 'nothing'),
      unknown: unknown('unset', 'nothing'),
    }),
    told: { 5: { tool: 'DynamicStructuredTool' }, 7: { tool: 'DynamicStructuredTool' } },
  },
  'langchain-py-langsmith': {
    made: shop('ok', {
      cancel: cancel('ok'),
      invalid: invalid('error', 'span'),
      unknown: unknown('error', 'message'),
      mcp: mcp('ok', 'ok'),
      throws: [again('ok'), ...stock],
    }),
  },
  'langchain-py-openinference': {
    made: shop('ok', {
      cancel: cancel('ok'),
      invalid: invalid('error', 'span'),
      unknown: unknown('unset', 'message'),
      mcp: mcp('ok', 'ok'),
      throws: [again('ok'), ...stock],
    }),
  },
  'langchain-py-openllmetry': {
    made: shop('ok', {
      cancel: cancel('ok'),
      invalid: invalid('error', 'span'),
      unknown: unknown('unset', 'message'),
      mcp: mcp('ok', 'error'),
      throws: [again('ok'), ...stock],
    }),
  },
  langfuse: {
    made: shop('unset', {
      cancel: cancel('error'),
      stock,
      invalid: invalid('error', 'span'),
      unknown: unknown('unset', 'message'),
    }),
  },
  'llama-index-openinference': {
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      invalid: invalid('error', 'span'),
      unknown: unknown('unset', 'message'),
      mcp: mcp('ok', 'ok'),
    }),
  },
  mastra: {
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      invalid: invalid('unset', 'message'),
      mcp: mcp('ok', 'ok'),
      unknown: [again('ok'), ...unknown('unset', 'nothing')],
    }),
  },
  'mcp-js-hook': {
    made: [
      ...mcp('ok', 'error'),
      ['convert_currency', 'error', 'error', 'span'],
      ['find_invoices', 'error', 'error', 'span'],
    ],
  },
  'mcp-py-sdk': { made: [...SERVER, ['get_rate', 'error', 'error', 'span']], told: SERVER_TOLD },
  mlflow: {
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      invalid: invalid('error', 'span'),
      unknown: unknown('unset', 'message'),
    }),
  },
  'openai-agents-js-hook': {
    made: shop('unset', {
      cancel: cancel('error'),
      stock,
      invalid: invalid('error', 'span'),
      mcp: mcp('unset', 'unset'),
      unknown: [again('unset'), ...unknown('unset', 'nothing')],
    }),
  },
  'openai-agents-py-openinference': {
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      invalid: invalid('error', 'span'),
      mcp: mcp('ok', 'ok'),
      unknown: [again('ok'), ...unknown('unset', 'nothing')],
    }),
  },
  'openai-agents-py-openllmetry': {
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      invalid: invalid('error', 'span'),
      mcp: mcp('ok', 'ok'),
      unknown: [again('ok'), ...unknown('unset', 'nothing')],
    }),
  },
  'pydantic-ai': {
    made: shop('unset', {
      cancel: cancel('error'),
      invalid: invalid('error', 'span'),
      unknown: unknown('unset', 'message'),
      mcp: mcp('unset', 'error'),
      throws: [again('unset'), ...stock],
    }),
  },
  'smolagents-openinference': {
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      invalid: invalid('unset', 'nothing'),
      unknown: unknown('unset', 'nothing'),
      mcp: mcp('ok', 'ok'),
    }),
  },
  strands: {
    made: shop('ok', {
      cancel: cancel('ok'),
      stock,
      invalid: invalid('error', 'span'),
      unknown: unknown('error', 'span'),
      mcp: mcp('ok', 'error'),
    }),
  },
};
