import { SpanKind, trace } from '@opentelemetry/api';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { readMcpResult, refusedMcp } from '../../../src/hook/adapters/mcp-result.js';
import { hookOf } from '../../../src/hook/options.js';
import { perform } from '../../../src/hook/perform.js';

const exporter = {
  export(_s: any, cb: any) {
    cb({ code: 0 });
  },
  shutdown: async () => {},
};
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter as any)] }));
for (const guard of [false, true]) {
  const hook = hookOf({ guard });
  const n = 20000;
  const ok = async () => ({
    content: [{ type: 'text', text: 'hello world this is a result' }],
    structuredContent: {
      items: [
        { id: 1, name: 'x' },
        { id: 2, name: 'y' },
      ],
    },
  });
  for (let round = 0; round < 3; round++) {
    const t = performance.now();
    for (let i = 0; i < n; i++)
      await perform(
        {
          tool: 'search',
          arguments: { q: 'x' + i },
          spanName: 'tools/call search',
          kind: SpanKind.CLIENT,
          conversation: 's' + (i % 100),
        },
        hook,
        { make: ok, read: readMcpResult, refused: async (r) => refusedMcp(r) as any },
      );
    console.log(guard, (((performance.now() - t) / n) * 1000).toFixed(1), 'us/call');
  }
}
