type Value = { stringValue: string } | { intValue: string } | { boolValue: boolean } | { doubleValue: number };

/** OTLP/JSON shape of one attribute. */
export interface Attribute {
  readonly key: string;
  readonly value: Value;
}

/** One attribute in OTLP/JSON. */
export function attribute(key: string, value: string | number | boolean): Attribute {
  if (typeof value === 'string') return { key, value: { stringValue: value } };
  if (typeof value === 'boolean') return { key, value: { boolValue: value } };
  return Number.isInteger(value) ? { key, value: { intValue: String(value) } } : { key, value: { doubleValue: value } };
}

/** Attributes in OTLP/JSON. */
export function attributes(of: Record<string, string | number | boolean>): Attribute[] {
  return Object.entries(of).map(([key, value]) => attribute(key, value));
}

/** Start of the payload, in nanoseconds: the first second of 2026. */
const START = 1_767_225_600_000_000_000n;
const TOOLS = ['search_orders', 'get_customer', 'read_file', 'run_query', 'send_message'];

/** Deterministic ids that look random: a multiplicative hash of the number. */
export function hexId(n: number, digits: number): string {
  let id = '';
  for (let i = 0; id.length < digits; i++) id += (Math.imul(n + i + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return id.slice(0, digits);
}

/** One tool-call span in OTLP/JSON with about 20 attributes, 1.2 KB as protobuf: the measure of reference/limits.md. */
export function toolSpan(n: number) {
  const tool = TOOLS[n % TOOLS.length] as string;
  const start = START + BigInt(n) * 1_234_567_891n;
  const args = {
    customer: `c-${n % 97}`,
    query: `orders of week ${n % 52}`,
    limit: 25,
    filters: { open: true, region: 'eu' },
  };
  const rows = Array.from({ length: 4 }, (_, i) => ({ id: n * 10 + i, total: (n % 50) + i / 4, state: 'shipped' }));
  return {
    traceId: hexId(Math.floor(n / 20), 32),
    spanId: hexId(n, 16),
    parentSpanId: hexId(Math.floor(n / 20) + 100_000, 16),
    name: `execute_tool ${tool}`,
    kind: 1,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 812_345_678n),
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': `call_${hexId(n, 24)}`,
      'gen_ai.tool.description': 'Finds what the customer ordered, newest first, with state and total.',
      'gen_ai.tool.call.arguments': JSON.stringify(args),
      'gen_ai.tool.call.result': JSON.stringify({ rows, next: null }),
      'gen_ai.conversation.id': `conv_${hexId(Math.floor(n / 20), 20)}`,
      'gen_ai.agent.name': 'order-assistant',
      'gen_ai.agent.id': 'asst_7Q2nD0',
      'gen_ai.request.model': 'large-2026-01',
      'gen_ai.usage.input_tokens': 1200 + (n % 400),
      'gen_ai.usage.output_tokens': 90 + (n % 40),
      'server.address': 'api.shop.example',
      'server.port': 443,
      'thread.id': 17,
      'thread.name': 'worker-3',
      'code.function.name': 'ToolRunner.execute',
      'app.request.cached': n % 7 === 0,
      'app.request.score': (n % 100) / 8,
    }),
    status: n % 11 === 0 ? { code: 2, message: 'permission_denied: not your order' } : {},
  };
}

/** A request of so many tool-call spans, one resource, one scope, in OTLP/JSON. */
export function tracesOf(spans: readonly object[]) {
  const resource = attributes({ 'service.name': 'shop-agent', 'service.version': '4.2.0', 'host.name': 'node-7' });
  return {
    resourceSpans: [
      { resource: { attributes: resource }, scopeSpans: [{ scope: { name: 'agent.tools', version: '1.4.0' }, spans }] },
    ],
  };
}

/** The payload that decoding is measured with. */
export function payload(spans: number) {
  return tracesOf(Array.from({ length: spans }, (_, n) => toolSpan(n)));
}

/** The same request with ids as base64, which is how protobufjs takes bytes. */
export function withBytes<T>(value: T): T {
  const hex = new Set(['traceId', 'spanId', 'parentSpanId']);
  return JSON.parse(JSON.stringify(value), (key, inner) =>
    hex.has(key) && typeof inner === 'string' ? Buffer.from(inner, 'hex').toString('base64') : inner,
  ) as T;
}
