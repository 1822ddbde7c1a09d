import type { ToolCall } from '../model/tool-call.js';
import type { Draft } from './detector.js';
import type { Evidence } from './evidence.js';

/** What all findings about one series have in common. */
export function aboutSeries(
  call: ToolCall,
  evidence: Evidence,
): Pick<Draft, 'tool' | 'agent' | 'about' | 'episode' | 'evidence'> {
  return {
    tool: call.tool,
    agent: call.agent,
    about: `${call.tool} ${call.arguments.hash ?? ''}`,
    episode: evidence.first,
    evidence,
  };
}

/** The word that goes with a number of resends. */
export function timesFor(count: number): string {
  return count === 1 ? 'time' : 'times';
}
