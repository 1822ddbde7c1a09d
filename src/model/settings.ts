import type { Severity } from './finding.js';
import type { Effect, Trait } from './tool-call.js';

/** What a user knows better about some tools than the name rules do. Later entries win. */
export interface ToolOverride {
  /** Tool name with `*` as wildcard; `server/tool` to name an MCP server too. */
  readonly match: string;
  readonly effect?: Effect | undefined;
  /** Replaces the inferred traits. */
  readonly traits?: readonly Trait[] | undefined;
  /** Argument keys that change on every call and say nothing (request ids, timestamps). Added to the documented list. */
  readonly volatileKeys?: readonly string[] | undefined;
  /** Real calls at most for one series, instead of the code table's number. */
  readonly maxCalls?: number | undefined;
}

/** Per detector: switched off, another severity, other thresholds. Names are checked against the registry. */
export interface DetectorOverride {
  readonly enabled?: boolean | undefined;
  readonly severity?: Severity | undefined;
  readonly options?: Readonly<Record<string, number>> | undefined;
}

/** The one settings object shared by service, CLI and guard. */
export interface Settings {
  readonly tools: readonly ToolOverride[];
  readonly detectors: Readonly<Record<string, DetectorOverride>>;
}

/** Nothing overridden. */
export const DEFAULT_SETTINGS: Settings = { tools: [], detectors: {} };

/** The overrides that apply to a tool, in order. */
export function overridesFor(settings: Settings, tool: string, server: string | undefined): readonly ToolOverride[] {
  return settings.tools.filter(({ match }) => {
    const pattern = globPattern(match);
    return pattern.test(tool) || (server !== undefined && pattern.test(`${server}/${tool}`));
  });
}

const patterns = new Map<string, RegExp>();

function globPattern(glob: string): RegExp {
  const known = patterns.get(glob);
  if (known) return known;
  const source = glob.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*');
  const pattern = new RegExp(`^${source}$`);
  patterns.set(glob, pattern);
  return pattern;
}
