import type { Case } from '../case.js';

/** Written from section 5 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a server span whose tool failed',
    span: {
      name: 'tools/call lookup',
      scope: 'fastmcp',
      kind: 'server',
      status: 'error',
      attributes: {
        'rpc.system': 'mcp',
        'rpc.method': 'tools/call',
        'mcp.method.name': 'tools/call',
        'fastmcp.server.name': 'crm',
        'fastmcp.component.type': 'tool',
        'error.type': 'tool_error',
        'enduser.id': 'u1',
      },
      events: [
        {
          name: 'exception',
          attributes: { 'exception.type': 'fastmcp.exceptions.ToolError', 'exception.message': 'gone' },
        },
      ],
    },
    call: {
      tool: 'lookup',
      server: 'crm',
      side: 'server',
      user: 'u1',
      reported: 'error',
      machineCodes: ['fastmcp.exceptions.ToolError', 'tool_error'],
      errorTexts: ['gone'],
    },
  },
  {
    what: 'a mounted server',
    span: { name: 'delegate lookup', scope: 'fastmcp', attributes: { 'fastmcp.component.type': 'tool' } },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'a proxy',
    span: {
      name: 'tools/call lookup',
      scope: 'fastmcp',
      kind: 'client',
      attributes: { 'mcp.method.name': 'tools/call', 'fastmcp.proxy.backend_name': 'crm' },
    },
    frame: { kind: 'plumbing' },
  },
  {
    what: 'a resource read',
    span: { name: 'resources/read x', scope: 'fastmcp', attributes: { 'mcp.method.name': 'resources/read' } },
    frame: { kind: 'plumbing' },
  },
];
