import type { Page } from './panel.js';
import type { VariableName } from './variables.js';

/** A row of pictures; widths are in twenty-fourths of the page. */
export interface Row {
  readonly title: string;
  readonly height: number;
  readonly panels: readonly (readonly [id: string, width: number])[];
}

/** A page: what it is for, what can be chosen, and its pictures from top to bottom. */
export interface PageWords {
  readonly title: string;
  readonly purpose: string;
  readonly variables: readonly VariableName[];
  readonly rows: readonly Row[];
  /** How far back it looks at first. */
  readonly since: string;
  /** Draws the troubles of tools across its pictures. */
  readonly marks?: boolean | undefined;
}

const stats = (title: string, ids: readonly string[]): Row => ({
  title,
  height: 4,
  panels: ids.map((id) => [id, 24 / ids.length] as const),
});

/** Every page, once; rows are ordered by question: what is wrong, why, since when, where. */
export const LAYOUT: Readonly<Record<Page, PageWords>> = {
  overview: {
    title: 'Overview',
    purpose: 'Which tool wastes most and why, what fails, and what to look at first.',
    variables: ['project', 'tool', 'agent', 'category'],
    since: 'now-24h',
    marks: true,
    rows: [
      stats('At a glance', ['calls', 'failed-calls', 'failure-ratio', 'open-findings-count']),
      stats('What it cost', ['wasted-calls', 'wasted-time', 'wasted-tokens', 'sessions-with-findings']),
      {
        title: 'Which tool wastes most, and why',
        height: 10,
        panels: [
          ['waste-by-tool', 9],
          ['waste-and-why', 15],
        ],
      },
      {
        title: 'What to look at first',
        height: 11,
        panels: [
          ['open-findings', 16],
          ['tool-states', 8],
        ],
      },
      {
        title: 'What fails',
        height: 9,
        panels: [
          ['failures-by-category', 12],
          ['told-and-true', 12],
        ],
      },
      {
        title: 'Which errors, which tools',
        height: 11,
        panels: [
          ['top-signatures', 13],
          ['failures-by-tool', 11],
        ],
      },
      {
        title: 'Since when',
        height: 8,
        panels: [
          ['findings-by-detector', 12],
          ['waste-over-time', 12],
        ],
      },
    ],
  },
  tool: {
    title: 'Tool',
    purpose: 'One tool (or the chosen ones): how its calls end, how long they take, what agents do after a failure.',
    variables: ['project', 'tool', 'agent', 'category'],
    since: 'now-24h',
    marks: true,
    rows: [
      stats('At a glance', ['calls', 'failed-calls', 'failure-ratio', 'wasted-calls']),
      {
        title: 'How calls end',
        height: 9,
        panels: [
          ['told-and-true', 12],
          ['failures-by-category', 12],
        ],
      },
      {
        title: 'What is wrong',
        height: 10,
        panels: [
          ['open-findings', 14],
          ['top-signatures', 10],
        ],
      },
      {
        title: 'What agents do about it',
        height: 9,
        panels: [
          ['calls-until-success', 9],
          ['failing-arguments', 15],
        ],
      },
      {
        title: 'How long it takes',
        height: 9,
        panels: [
          ['duration-quantiles', 12],
          ['duration-heatmap', 12],
        ],
      },
      {
        title: 'Durations and failures of the chosen tools',
        height: 9,
        panels: [
          ['duration-by-tool', 10],
          ['time-spent', 14],
        ],
      },
      { title: 'Samples', height: 10, panels: [['latest-failures', 24]] },
    ],
  },
  agent: {
    title: 'Agent',
    purpose: 'Which agents waste calls, meet failures, and with which tools.',
    variables: ['project', 'tool', 'agent', 'category'],
    since: 'now-24h',
    marks: true,
    rows: [
      stats('At a glance', [
        'calls',
        'failure-ratio',
        'wasted-calls',
        'wasted-time',
        'wasted-tokens',
        'sessions-with-findings',
      ]),
      {
        title: 'Which agent wastes most, and why',
        height: 10,
        panels: [['waste-by-agent', 24]],
      },
      {
        title: 'Which agents fail',
        height: 10,
        panels: [
          ['failures-by-agent', 14],
          ['agent-by-tool', 10],
        ],
      },
      {
        title: 'Since when',
        height: 9,
        panels: [
          ['calls-by-agent', 12],
          ['findings-by-detector', 12],
        ],
      },
      { title: 'What is wrong', height: 11, panels: [['open-findings', 24]] },
    ],
  },
  signature: {
    title: 'Error signature',
    purpose: 'One kind of error: since when, how often, in which tools and sessions, and what it looks like.',
    variables: ['project', 'tool', 'agent', 'category', 'signature'],
    since: 'now-24h',
    marks: true,
    rows: [
      { title: 'Which error', height: 6, panels: [['signature-summary', 24]] },
      { title: 'Since when', height: 9, panels: [['signature-over-time', 24]] },
      { title: 'What it looks like', height: 11, panels: [['signature-samples', 24]] },
      { title: 'All errors', height: 11, panels: [['top-signatures', 24]] },
    ],
  },
  session: {
    title: 'Session',
    purpose:
      'One conversation, call by call: what was asked, what came back, what was sent again and why that was in vain.',
    variables: ['project', 'session'],
    since: 'now-24h',
    rows: [
      { title: 'What went wrong', height: 4, panels: [['session-summary', 24]] },
      { title: 'Findings', height: 8, panels: [['session-findings', 24]] },
      {
        title: 'Attempts',
        height: 11,
        panels: [
          ['session-timeline', 15],
          ['session-graph', 9],
        ],
      },
      { title: 'What was sent again', height: 8, panels: [['session-resends', 24]] },
      { title: 'Every call', height: 14, panels: [['session-calls', 24]] },
      { title: 'Other sessions', height: 10, panels: [['sessions', 24]] },
    ],
  },
  'score-card': {
    title: 'Tool score card',
    purpose: 'For authors of tools and MCP servers: which errors tell an agent nothing, and what to return instead.',
    variables: ['project', 'tool', 'agent'],
    since: 'now-7d',
    rows: [
      { title: 'How well tools explain their failures', height: 11, panels: [['score-card', 24]] },
      { title: 'What to return instead', height: 11, panels: [['advice', 24]] },
      {
        title: 'How the category became known',
        height: 10,
        panels: [
          ['who-said-it', 12],
          ['unclassified-over-time', 12],
        ],
      },
    ],
  },
  pipeline: {
    title: 'Pipeline health',
    purpose: 'Whether spans arrive, are understood and stored in time: so that "no failures" differs from "no data".',
    variables: ['project'],
    since: 'now-6h',
    rows: [
      stats('At a glance', ['received', 'recognised', 'faults', 'silence']),
      { title: 'What comes in', height: 9, panels: [['flow', 24]] },
      {
        title: 'How late',
        height: 9,
        panels: [
          ['arrival-lag', 12],
          ['finding-lag', 12],
        ],
      },
      {
        title: 'What is missing',
        height: 9,
        panels: [
          ['senders', 15],
          ['unclaimed', 9],
        ],
      },
      { title: 'What it takes', height: 9, panels: [['size', 24]] },
    ],
  },
};
