/** One tool call that the scripted model asks for. */
export interface Ask {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The turns of the scenario by name, each with the calls of one answer of the model. */
export const TURNS: Readonly<Record<string, readonly Ask[]>> = {
  works: [{ id: 'call_1', tool: 'find_orders', args: { customer: 'ada' } }],
  error: [{ id: 'call_2', tool: 'cancel_order', args: { order: 'A7' } }],
  throws: [{ id: 'call_3', tool: 'get_stock', args: { sku: 'S1' } }],
  empty: [{ id: 'call_4', tool: 'search_refunds', args: { customer: 'ada' } }],
  invalid: [{ id: 'call_5', tool: 'find_orders', args: { name: 'ada' } }],
  unknown: [{ id: 'call_6', tool: 'find_invoices', args: { customer: 'ada' } }],
  parallel: [
    { id: 'call_7', tool: 'get_price', args: { sku: 'S1' } },
    { id: 'call_8', tool: 'get_price', args: { sku: 'S2' } },
  ],
  mcp: [{ id: 'call_9', tool: 'convert_currency', args: { amount: 12, to: 'EUR' } }],
  mcperror: [{ id: 'call_10', tool: 'get_rate', args: { currency: 'XAU' } }],
};

/** The turns that a model name such as `shop-works-error` asks for; plain `shop` asks for all. */
export function turnsOf(model: string): readonly (readonly Ask[])[] {
  const names = model.split('-').filter((word) => word in TURNS);
  return (names.length === 0 ? Object.keys(TURNS) : names).map((name) => TURNS[name] ?? []);
}
