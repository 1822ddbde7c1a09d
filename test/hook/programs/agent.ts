import { trace } from '@opentelemetry/api';
import { instrumentTool, startRefrain } from '../../../src/hook/index.js';

/** A small agent in a process of its own: one call, and then it ends the way it is told to. */
const [, , ending = 'return', endpoint] = process.argv;

const refrain = startRefrain({ serviceName: 'program', ...(endpoint ? { endpoint } : {}) });
const find = instrumentTool('find_orders', async (input: { customer: string }) => ({ orders: [], ...input }));
await find({ customer: 'ada' });
process.stdout.write(`existing ${refrain.existing} again ${startRefrain().existing}\n`);

const endings: Record<string, () => unknown> = {
  return: () => undefined,
  signal: () => {
    setInterval(() => undefined, 1_000);
    process.stdout.write('ready\n');
  },
  'own handler': () => {
    const timer = setInterval(() => undefined, 1_000);
    process.on('SIGTERM', () => {
      process.stdout.write('own handler\n');
      setTimeout(() => clearInterval(timer), 50);
    });
    process.stdout.write('ready\n');
  },
  shutdown: async () => {
    await refrain.shutdown();
    const span = trace.getTracer('x').startSpan('after');
    process.stdout.write(`recording ${span.isRecording()}\n`);
  },
  error: () => {
    throw new Error('the agent failed');
  },
};
await endings[ending]?.();
