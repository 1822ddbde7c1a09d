import { diag } from '@opentelemetry/api';

/** Runs our own code so that a fault in it never reaches the agent: the fault goes to OpenTelemetry's diagnostics. */
export function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (fault) {
    report(fault);
    return undefined;
  }
}

/** Tells OpenTelemetry's diagnostics about a fault of ours; a logger that throws is no reason to fail either. */
export function report(fault: unknown): void {
  try {
    diag.error('refrain/hook', fault);
  } catch {
    // Nobody is left to tell.
  }
}
