import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { ConfigFault } from './config.js';
import { DETECTORS } from './detectors/index.js';
import { SEVERITIES } from './model/finding.js';
import { DEFAULT_SETTINGS, type DetectorOverride, type Settings, type ToolOverride } from './model/settings.js';

const EFFECTS = ['question', 'action', 'unknown'];
const TRAITS = ['polling', 'escalation', 'texts', 'shell', 'agent'];

/** Reads the settings file shared by service, CLI and guard; reports all faults together. No file: nothing overridden. */
export async function loadSettings(file: string | undefined): Promise<Settings> {
  if (file === undefined) return DEFAULT_SETTINGS;
  let document: unknown;
  try {
    document = parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new ConfigFault([`${file}: ${cause instanceof Error ? cause.message : String(cause)}`]);
  }
  const { settings, faults } = checkSettings(document);
  if (faults.length > 0) throw new ConfigFault(faults.map((fault) => `${file}: ${fault}`));
  return settings;
}

/** Checks a parsed settings document; every fault names its place. */
export function checkSettings(document: unknown): { settings: Settings; faults: string[] } {
  const faults: string[] = [];
  if (document === null || document === undefined) return { settings: DEFAULT_SETTINGS, faults };
  if (!isRecord(document))
    return { settings: DEFAULT_SETTINGS, faults: ['must be a mapping with tools and detectors'] };
  onlyKeys(document, ['tools', 'detectors'], '', faults);
  const tools = checkTools(document['tools'] ?? [], faults);
  const detectors = checkDetectors(document['detectors'] ?? {}, faults);
  return { settings: { tools, detectors }, faults };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function onlyKeys(value: Record<string, unknown>, allowed: readonly string[], place: string, faults: string[]): void {
  for (const key of Object.keys(value)) {
    if (!allowed.includes(key)) faults.push(`${place}${key} is unknown; known: ${allowed.join(', ')}`);
  }
}

function checkTools(value: unknown, faults: string[]): ToolOverride[] {
  if (!Array.isArray(value)) {
    faults.push('tools must be a list');
    return [];
  }
  return value.flatMap((entry: unknown, i) => {
    const place = `tools[${i}].`;
    if (!isRecord(entry) || typeof entry['match'] !== 'string') {
      faults.push(`${place}match must be a tool name; * matches anything`);
      return [];
    }
    onlyKeys(entry, ['match', 'effect', 'traits', 'volatileKeys', 'maxCalls'], place, faults);
    checkEffectAndTraits(entry, place, faults);
    return [entry as unknown as ToolOverride];
  });
}

function checkEffectAndTraits(entry: Record<string, unknown>, place: string, faults: string[]): void {
  const { effect, traits, volatileKeys, maxCalls } = entry;
  if (effect !== undefined && !EFFECTS.includes(String(effect)))
    faults.push(`${place}effect takes one of ${EFFECTS.join(', ')}`);
  if (traits !== undefined && !isListOf(traits, TRAITS))
    faults.push(`${place}traits takes a list of ${TRAITS.join(', ')}`);
  if (volatileKeys !== undefined && !isListOf(volatileKeys))
    faults.push(`${place}volatileKeys takes a list of argument names`);
  if (maxCalls !== undefined && !(Number.isInteger(maxCalls) && Number(maxCalls) >= 1)) {
    faults.push(`${place}maxCalls takes a whole number from 1`);
  }
}

function isListOf(value: unknown, allowed?: readonly string[]): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && (!allowed || allowed.includes(one)));
}

function checkDetectors(value: unknown, faults: string[]): Record<string, DetectorOverride> {
  if (!isRecord(value)) {
    faults.push('detectors must be a mapping from detector id to settings');
    return {};
  }
  for (const [id, override] of Object.entries(value)) checkDetector(id, override, faults);
  return value as Record<string, DetectorOverride>;
}

function checkDetector(id: string, override: unknown, faults: string[]): void {
  const detector = DETECTORS.find((one) => one.id === id);
  const place = `detectors.${id}.`;
  if (!detector) {
    faults.push(`detectors.${id} is unknown; known: ${DETECTORS.map((one) => one.id).join(', ')}`);
    return;
  }
  if (!isRecord(override)) {
    faults.push(`detectors.${id} must be a mapping`);
    return;
  }
  onlyKeys(override, ['enabled', 'severity', 'options'], place, faults);
  const { enabled, severity, options = {} } = override;
  if (enabled !== undefined && typeof enabled !== 'boolean') faults.push(`${place}enabled takes true or false`);
  if (severity !== undefined && !SEVERITIES.some((one) => one === severity)) {
    faults.push(`${place}severity takes one of ${SEVERITIES.join(', ')}`);
  }
  if (!isRecord(options)) faults.push(`${place}options must be a mapping`);
  else checkOptions(options, Object.keys(detector.options), `${place}options.`, faults);
}

function checkOptions(
  options: Record<string, unknown>,
  known: readonly string[],
  place: string,
  faults: string[],
): void {
  onlyKeys(options, known, place, faults);
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
      faults.push(`${place}${name} takes a number from 0`);
  }
}
