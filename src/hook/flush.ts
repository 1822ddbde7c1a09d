/** Signals that ask a process to end. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Longest that ending is held up: most supervisors kill after ten seconds, and an unreachable collector must not eat all of it. */
const PATIENCE_MS = 3_000;

/** Flushes when the event loop runs empty and on signals, and then lets the process end as it would have. */
export function flushOnExit(flush: () => Promise<unknown>): () => Promise<void> {
  let flushed = false;
  const atEnd = () => {
    if (flushed) return;
    flushed = true;
    void bounded(flush);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    void bounded(flush).then(() => {
      process.removeListener(signal, onSignal);
      // Another listener decides by itself whether and how the process ends.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  };
  process.on('beforeExit', atEnd);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return async () => {
    process.removeListener('beforeExit', atEnd);
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  };
}

async function bounded(flush: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
    timer.unref();
  });
  await Promise.race([flush().then(undefined, () => undefined), patience]);
  clearTimeout(timer);
}
