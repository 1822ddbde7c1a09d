import type { Case } from '../case.js';

/** Written from section 3.12 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a tool node',
    span: {
      name: 'node.execute',
      scope: 'n8n',
      status: 'error',
      message: 'refused',
      attributes: {
        'n8n.node.name': 'Send mail',
        'n8n.node.type': 'n8n-nodes-base.gmailTool',
        'n8n.execution.id': '12',
      },
    },
    call: { tool: 'Send mail', reported: 'error', errorTexts: ['refused'] },
  },
  {
    what: 'another node is no call',
    span: { name: 'node.execute', attributes: { 'n8n.node.type': 'n8n-nodes-base.set' } },
    frame: {},
  },
];
