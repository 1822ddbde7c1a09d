import { instanceOf } from './agents.js';
import type { Filed, Node, Place } from './node.js';

/** Own conversation, else the nearest ancestor's, else another record's of the trace, else the trace itself. */
export function placeOf(node: Node): Place {
  const { conversation, received, trace } = node;
  const instance = instanceOf(node);
  if (conversation !== undefined) return { session: conversation, sessionFrom: 'call', instance };
  if (received.conversation !== undefined) return { session: received.conversation, sessionFrom: 'ancestor', instance };
  if (trace.conversation !== undefined) return { session: trace.conversation, sessionFrom: 'trace', instance };
  return { session: trace.id, sessionFrom: 'none', instance };
}

/** Whether a record would be filed again where it is. */
export function sameFiling(a: Filed, b: Filed): boolean {
  return (
    a.session === b.session &&
    a.instance === b.instance &&
    a.turn === b.turn &&
    a.isRoot === b.isRoot &&
    a.hasId === b.hasId
  );
}

/** Whether two places are one. */
export function samePlace(a: Place, b: Place): boolean {
  return a.session === b.session && a.sessionFrom === b.sessionFrom && a.instance === b.instance;
}
