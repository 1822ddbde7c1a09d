import { flat } from '../../src/hook/index.js';

/** Tools of a shop that behave in every way a tool can, and what the service must see of each. */
export const SHOP = {
  find_orders: async (_: Input) => ({ orders: [{ id: 7, total: 12 }] }),
  find_refunds: async (_: Input) => flat.empty({ what: 'refunds' }),
  get_stock: async (_: Input) => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
  },
  get_prices: async (_: Input) =>
    flat.transient({ code: 'rate_limited', description: 'Too many requests', retryAfterMs: 30_000 }),
  cancel_order: async (_: Input) => flat.permission({ description: 'Only the owner may cancel this order' }),
} satisfies Record<string, (input: Input) => Promise<unknown>>;

export interface Input {
  readonly customer: string;
}

export const INPUT: Input = { customer: 'ada' };

export type ShopTool = keyof typeof SHOP;
export const TOOLS = Object.keys(SHOP) as ShopTool[];

/** One call of each tool, as the collector must see it. */
export const SEEN: Record<ShopTool, Record<string, unknown>> = {
  find_orders: { outcome: 'ok' },
  find_refunds: { outcome: 'empty', resultCount: 0 },
  get_stock: { outcome: 'error', category: 'transient', code: 'connection_failed', retryable: true },
  get_prices: {
    outcome: 'error',
    category: 'transient',
    code: 'rate_limited',
    retryable: true,
    retryAfterMs: 30_000,
  },
  cancel_order: { outcome: 'error', category: 'permission', code: 'permission_denied', retryable: false },
};
