import { h } from './dom.js';
import { lanes, nodeGraph } from './graph.js';
import { heatmap, plot } from './plots.js';
import { ranking, stat, table } from './tables.js';

/** The picture that answers a panel's question, or a word that there is nothing. */
export function picture(panel, frames, words) {
  const [first] = frames;
  if (panel.picture === 'node-graph') return hasRows(first) ? nodeGraph(panel, frames) : nothing(panel);
  if (!first || !hasRows(first)) return nothing(panel);
  const { frame } = first;
  switch (panel.picture) {
    case 'stat':
      return stat(panel, frame);
    case 'timeseries':
    case 'bars':
      return plot(panel, frame, words);
    case 'ranking':
      return ranking(panel, frame, words);
    case 'heatmap':
      return heatmap(panel, frame);
    case 'state-timeline':
      return lanes(panel, frame);
    default:
      return table(panel, frame, words);
  }
}

function hasRows(named) {
  return (named?.frame.fields[0]?.values.length ?? 0) > 0;
}

function nothing(panel) {
  return h('p', { class: 'nothing' }, panel.empty);
}
