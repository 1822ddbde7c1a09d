import { MappingType, type ValueMapping } from '@grafana/grafana-foundation-sdk/dashboard';
import { DETECTORS } from '../detectors/index.js';
import type { Panel } from '../panels/panel.js';

/** Colour of each word that a state can be. Failures by who has to act; words that are not here keep the text colour. */
export const STATE_COLOURS: Readonly<Record<string, string>> = {
  ok: 'green',
  empty: 'light-blue',
  unknown: 'gray',
  unset: 'gray',
  error: 'red',
  none: 'semi-dark-red',
  transient: 'orange',
  validation: 'yellow',
  business: 'purple',
  permission: 'dark-red',
  refused: 'blue',
  info: 'blue',
  warning: 'orange',
  critical: 'red',
  open: 'red',
  resolved: 'green',
  new: 'red',
  same: 'orange',
  changed: 'green',
};

/** Series of the told-and-true picture that need a colour of their own. */
const SERIES_COLOURS: Readonly<Record<string, string>> = {
  'error, not told': 'dark-red',
  'empty, told as error': 'semi-dark-orange',
};

/** Mapping that paints the words of a state column. */
export const STATES: ValueMapping = {
  type: MappingType.ValueToText,
  options: Object.fromEntries(
    Object.entries(STATE_COLOURS).map(([word, color], index) => [word, { text: word, color, index }]),
  ),
};

/** Mapping from detectors' ids to their titles. */
export const DETECTOR_TITLES: ValueMapping = {
  type: MappingType.ValueToText,
  options: Object.fromEntries(DETECTORS.map(({ id, title }, index) => [id, { text: title, index }])),
};

/** Settings of series by their names: a colour for states, a title for detectors. */
export function seriesOverrides(
  names: Panel['names'],
): { name: string; properties: { id: string; value: unknown }[] }[] {
  if (names === 'detectors')
    return DETECTORS.map(({ id, title }) => ({ name: id, properties: [{ id: 'displayName', value: title }] }));
  if (names !== 'states') return [];
  return Object.entries({ ...STATE_COLOURS, ...SERIES_COLOURS }).map(([name, fixedColor]) => ({
    name,
    properties: [{ id: 'color', value: { mode: 'fixed', fixedColor } }],
  }));
}
