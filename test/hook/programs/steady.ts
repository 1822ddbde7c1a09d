import { createGuard, flat, instrumentTool, startRefrain, withConversation } from '../../../src/hook/index.js';

/**
 * Makes many guarded calls and prints the heap after each tenth: `steady.ts <calls> <sessions> <endpoint>`.
 * Run with --expose-gc. Failures are among the calls, so that the guard has something to remember.
 */
const [, , calls = '1000', sessions = '1000', endpoint] = process.argv;
const total = Number(calls);
const collect = (globalThis as { gc?: () => void }).gc;

if (endpoint) startRefrain({ endpoint, serviceName: 'steady' });
const guard = createGuard({ random: () => 0 });
let made = 0;
const tool = instrumentTool(
  'find_orders',
  async ({ n }: { n: number }) => {
    made += 1;
    return n % 5 === 0 ? flat.business({ description: `No order ${n}` }) : { orders: [n], note: 'x'.repeat(100) };
  },
  { guard },
);

const heaps: number[] = [];
let answered = 0;
for (let n = 0; n < total; n++) {
  const answer = await withConversation(`s${n % Number(sessions)}`, () => tool({ n }));
  if (answer !== undefined) answered += 1;
  if ((n + 1) % (total / 10) === 0) {
    collect?.();
    heaps.push(Math.round(process.memoryUsage().heapUsed / 1024));
  }
}
process.stdout.write(`${JSON.stringify({ made, answered, heaps })}\n`);
process.exit(0);
