import { ConfigFault } from '../config.js';
import type { Finding } from '../model/finding.js';

/**
 * What makes a finding "the same" between two recordings of the same scenario: detector, tool and what it is about.
 * Sessions, span ids and times differ on every run, so the stored identity of a finding cannot serve.
 */
export function baselineKey({ detector, tool, about }: Finding): string {
  return `${detector} ${tool} ${about}`;
}

/** The baseline file: JSON with one entry per accepted kind of finding, sorted, so that it reads well in a diff. */
export function writeBaseline(findings: readonly Finding[]): string {
  const keys = [...new Set(findings.map(baselineKey))].sort();
  return `${JSON.stringify({ version: 1, accepted: keys }, null, 2)}\n`;
}

/** Reads a baseline; throws one sentence that names the file where it is none. */
export function parseBaseline(text: string, file: string): Set<string> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new ConfigFault([`${file} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`]);
  }
  const accepted = (document as { accepted?: unknown } | null)?.accepted;
  if (!Array.isArray(accepted) || !accepted.every((key) => typeof key === 'string')) {
    throw new ConfigFault([`${file} is no baseline; write one with refrain check --write-baseline`]);
  }
  return new Set(accepted);
}
