import type { Finding } from '../../src/model/finding.js';

/** One finding with plain defaults; a test says what matters. */
export function finding(words: Partial<Finding> = {}): Finding {
  const calls = words.calls ?? ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'];
  return {
    id: `${words.detector ?? 'identical-call-loop'}/${words.about ?? 'search'}/${words.severity ?? 'warning'}`,
    project: 'default',
    detector: 'identical-call-loop',
    scope: 'session',
    session: 's1',
    agent: 'tester',
    tool: 'search',
    about: 'search 1',
    episode: 'aaaaaaaaaaaaaaaa',
    severity: 'warning',
    state: 'open',
    source: 'inferred',
    calls,
    callCount: calls.length,
    wastedCalls: calls.slice(1),
    firstMs: 1_767_225_600_000,
    lastMs: 1_767_225_603_000,
    wasted: { calls: 1, seconds: 3, tokens: undefined },
    message: 'search was called twice',
    recovery: 'use the answer',
    data: {},
    ...words,
  };
}
