import type { Settings } from '../model/settings.js';
import type { Frame, ToolCall } from '../model/tool-call.js';
import { defineDetector } from './detector.js';
import { createEngine } from './engine.js';
import type { Step } from './session.js';

export type { Step } from './session.js';

/** The calls of one session in order, each in the light of what came before it, exactly as the detectors see them. */
export function stepsOf(calls: readonly ToolCall[], frames: readonly Frame[], settings: Settings): Step[] {
  const steps: Step[] = [];
  const witness = defineDetector({
    id: 'witness',
    title: 'Witness',
    scope: 'session',
    severity: 'info',
    why: 'Sees every step and reports nothing.',
    recovery: '',
    seedRule: '',
    needs: [],
    options: {},
    message: '',
    visit: () => ({ call: (step: Step) => steps.push(step) }),
  });
  const engine = createEngine([witness], 'default', 'replay', settings);
  engine.add(calls, frames);
  engine.findings(Number.POSITIVE_INFINITY);
  return steps;
}
