import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** A real MCP server over streamable HTTP on a free loopback port. */
export interface HttpServer {
  readonly url: URL;
  close(): Promise<void>;
}

/** Serves one server of the official SDK, with sessions, as the SDK's documentation shows it. */
export async function serveOverHttp(make: () => McpServer): Promise<HttpServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const transportFor = async (request: IncomingMessage): Promise<StreamableHTTPServerTransport> => {
    const known = transports.get(String(request.headers['mcp-session-id']));
    if (known) return known;
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    await make().connect(transport as never);
    return transport;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const transport = await transportFor(request);
    await transport.handleRequest(request, response);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    async close() {
      for (const transport of transports.values()) await transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
