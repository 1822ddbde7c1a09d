import { durationPanels } from './durations.js';
import { findingPanels } from './findings.js';
import type { Panel } from './panel.js';
import { pipelinePanels } from './pipeline.js';
import { resendPanels } from './resends.js';
import { scoreCardPanels } from './score-card.js';
import { sessionPanels } from './session.js';
import { signaturePanels } from './signatures.js';
import { trafficPanels } from './traffic.js';
import { wastePanels } from './waste.js';

/** Every panel, once. */
export const PANELS: readonly Panel[] = [
  ...trafficPanels,
  ...wastePanels,
  ...findingPanels,
  ...signaturePanels,
  ...durationPanels,
  ...resendPanels,
  ...sessionPanels,
  ...scoreCardPanels,
  ...pipelinePanels,
];

/** The panel with an id; layouts and rules name panels by it. */
export function panelById(id: string): Panel {
  const panel = PANELS.find((candidate) => candidate.id === id);
  if (!panel) throw new Error(`no panel ${id}`);
  return panel;
}
