/**
 * Runs one capture script against a loopback collector and a scripted model, and writes what arrived:
 *
 *   npx tsx test/conventions/capture/record.ts <scenario> <library==version[,more]> -- <command ...>
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Span } from '../../../src/model/span.js';
import { decodeTraces } from '../../../src/otlp/decode.js';
import { answerChat } from './model.js';
import { scrubbed } from './scrub.js';

const [scenario = '', libraries = '', , ...command] = process.argv.slice(2);
const spans: Span[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const sent = Buffer.concat(chunks);
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  if (request.url?.endsWith('/chat/completions')) return answerChat(request, response, body);
  if (request.url?.endsWith('/v1/traces')) {
    const encoding = request.headers['content-type']?.includes('json') ? 'json' : 'protobuf';
    const { records, reasons } = decodeTraces(body, encoding);
    for (const reason of reasons) console.error(`rejected: ${reason}`);
    spans.push(...records);
  } else console.error(`${request.method} ${request.url} (${body.length} bytes) answered with nothing`);
  response.setHeader('content-type', request.headers['content-type'] ?? 'application/json');
  response.end(request.headers['content-type']?.includes('json') ? '{}' : '');
}

const server = createServer((request, response) => {
  answer(request, response).catch((reason: unknown) => {
    console.error(reason);
    response.writeHead(500).end();
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const here = import.meta.dirname;
const loader = join(here, '../../../node_modules/tsx/dist/loader.mjs');
const child = spawn(command[0] ?? '', command.slice(1), {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_SERVICE_NAME: 'shop-agent',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: 'none',
    SHOP_MCP: JSON.stringify([process.execPath, '--import', loader, join(here, 'mcp-server.ts')]),
  },
});
const [code] = (await once(child, 'exit')) as [number | null];
server.closeAllConnections();
server.close();
const recorded = libraries.split(',').map((one) => {
  const [library = '', version = ''] = one.split('==');
  return { library, version };
});
const [first, ...others] = recorded;
const lines = spans.map((span) => JSON.stringify(scrubbed(span)));
const head = JSON.stringify({ ...first, with: others.map(({ library, version }) => `${library} ${version}`) });
writeFileSync(
  join(here, '../scenarios', `${scenario}.spans.json`),
  `{"recorded": ${head},\n"spans": [\n${lines.join(',\n')}\n]}\n`,
);
console.error(`${scenario}: exit ${code}, ${spans.length} spans`);
