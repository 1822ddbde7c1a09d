import type { Case } from '../case.js';

/** Written from section 3.10 of the reference. */
export const written: readonly Case[] = [
  {
    what: 'a use',
    span: { name: 'Tool Usage', scope: 'crewai.telemetry', attributes: { tool_name: 'search', attempts: 1 } },
    call: { tool: 'search', failureFlag: false, reported: 'ok' },
  },
  {
    what: 'a failed use',
    span: { name: 'Tool Usage Error', scope: 'crewai.telemetry', attributes: { tool_name: 'search' } },
    call: { tool: 'search', failureFlag: true, reported: 'error' },
  },
  {
    what: 'a remark about repetition is no call',
    span: { name: 'Tool Repeated Usage', scope: 'crewai.telemetry', attributes: { tool_name: 'search' } },
    frame: { kind: 'plumbing' },
  },
  { what: 'the creation of a crew', span: { name: 'Crew Created', scope: 'crewai.telemetry' }, frame: {} },
];
