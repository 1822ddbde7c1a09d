import { defineDetector } from './detector.js';
import { aboutSeries } from './draft.js';
import { alsoProven, alsoWasted, begin, type Evidence } from './evidence.js';
import { recoveryOf } from './recovery.js';
import type { Step } from './session.js';
import { isWellBehaved } from './waits.js';

export const identicalCallLoop = defineDetector({
  id: 'identical-call-loop',
  title: 'Identical call loop',
  scope: 'session',
  severity: 'warning',
  why: 'The agent asks the same again and gets the same answer; it cannot learn anything from the next one.',
  recovery: 'Give the agent the earlier answer with a note that it is a repeat, and cap repeats per run.',
  seedRule: 'Never repeat an identical call more than once in the hope of another answer.',
  needs: ['arguments', 'answer'],
  options: {
    repeats: {
      default: 3,
      reason: 'Twice happens to careful agents (a re-read); the third equal answer is a pattern.',
    },
  },
  message: '{tool} was called {count} times in a row with the same arguments and gave the same answer every time.',

  visit({ options, settings, cells, report }) {
    const streaks = cells<Evidence>();
    return {
      call(step) {
        const { call, key, after } = step;
        if (key === undefined || !after) return;
        const streak = grown(streaks.get(key), step, after.round.same);
        streaks.set(key, streak);
        if (after.round.same < options.repeats || isExpected(step) || isWellBehaved(step, settings)) return;
        report({
          ...aboutSeries(call, streak),
          source: 'declared',
          data: { tool: call.tool, count: streak.calls.count },
          severity: call.effect === 'question' && call.outcome === 'ok' ? 'info' : undefined,
          recovery: call.outcome === 'error' ? recoveryOf(call) : undefined,
        });
      },
    };
  },
});

function grown(streak: Evidence | undefined, { call, standing }: Step, same: number): Evidence {
  if (!streak || standing === 'opens') return begin(call);
  if (same > 1) return alsoWasted(streak, call);
  return standing === 'beside' ? alsoProven(streak, call) : begin(call);
}

/**
 * A poll that says "not yet" again does its work; one that fails again does not. What the user stopped is nobody's loop. A
 * step that only acknowledges (scroll, next page, a key) is taken several times on purpose.
 */
function isExpected({ call }: Step): boolean {
  if (call.outcome === 'error') return call.code === 'cancelled';
  return call.traits.includes('polling') || (STEPS.test(call.tool) && call.result.bytes <= ACKNOWLEDGED);
}

const STEPS =
  /(?:^|[_.\-/])(?:scroll|swipe|press|key|keys|hotkey|wait|sleep|next|previous|prev|page|tab|zoom|move|step|back|forward)(?:$|[_.-])/i;
/** An answer that shows where the step led is longer. */
const ACKNOWLEDGED = 60;
