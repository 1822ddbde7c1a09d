import type { Convention } from './convention.js';
import { textOf } from './reading/attributes.js';
import { callFrom } from './reading/call.js';

const TYPE = 'n8n.node.type';
/** Node types that an agent node can call: `…langchain.toolHttpRequest`, `n8n-nodes-base.gmailTool`. */
const TOOL_NODE = /(?:^|\.)tool[A-Z]|Tool$/;

/** n8n workflow nodes; that a node is a tool shows only in its type. */
export const n8n: Convention = {
  id: 'n8n',
  title: 'n8n',
  source: 'n8n-io/n8n: packages/cli/src/modules/otel; reference 3.12',
  markers: { keys: [TYPE] },
  support: {
    name: 'default',
    arguments: 'never',
    result: 'never',
    error: 'default',
    session: 'never',
    agent: 'never',
    tokens: 'never',
    unrun: 'never',
    capture: undefined,
    note: 'n8n exports item counts, not content; one execution is one session.',
  },
  read: (span) =>
    TOOL_NODE.test(textOf(span.attributes[TYPE]) ?? '')
      ? callFrom(span, 'n8n', { tool: ['n8n.node.name'] })
      : undefined,
};
