import { ConfigFault, readConfig } from '../config.js';
import { createLog, type Log, type LogFormat } from '../log.js';
import { type Service, startService } from '../service.js';
import { loadSettings } from '../settings-file.js';
import { startTelemetry } from '../telemetry.js';
import { explainStart } from './explain.js';

/** A service that stops by itself on a signal. */
export interface Running {
  readonly url: string;
  /** Resolves when it has stopped. */
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

/** Time to write what waits before the process ends anyway; orchestrators kill after 10 to 30 s. */
const DRAIN_MS = 9000;

/** Starts the service from an environment and says in a few lines where things are. */
export async function serve(env: NodeJS.ProcessEnv): Promise<Running> {
  const config = readConfig(env);
  const settings = await loadSettings(config.settingsFile);
  const log = logTo(config.log);
  const service = await startService({ config, settings, log }).catch((error: unknown) => {
    const sentence = explainStart(error);
    throw sentence === undefined ? error : new ConfigFault([sentence]);
  });
  const telemetry = startTelemetry(env, { host: config.host, ports: [service.httpPort, service.grpcPort] });
  process.stdout.write(config.log === 'json' ? listening(service) : announcement(service, config.host));
  let done: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    done = resolve;
  });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= drain(service, telemetry.shutdown, log).then(done);
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  return { url: service.url, stopped, stop };
}

async function drain(service: Service, shutdownTelemetry: () => Promise<void>, log: Log): Promise<void> {
  const deadline = setTimeout(() => {
    log('not everything could be written in time; what was not acknowledged will be sent again');
    process.exit(1);
  }, DRAIN_MS);
  deadline.unref();
  await service.close();
  await shutdownTelemetry().catch(() => {});
  clearTimeout(deadline);
}

function announcement({ url, grpcPort, dataIn }: Service, host: string): string {
  return [
    'Refrain is listening.',
    `  send spans to    ${url} (OTLP/HTTP), ${host}:${grpcPort} (OTLP/gRPC)`,
    `                   OTEL_EXPORTER_OTLP_ENDPOINT=${url}`,
    `  read findings at ${url} (pages), ${url}/api/findings (JSON)`,
    `  data lies in     ${dataIn}`,
    '',
  ].join('\n');
}

/** `refrain serve`: runs until a signal. */
export async function serveCommand(): Promise<void> {
  const { stopped } = await serve(process.env);
  await stopped;
}

function logTo(format: LogFormat): Log {
  return createLog(format, (line) => process.stderr.write(line));
}

/** The announcement for a machine. */
function listening({ url, grpcPort, dataIn }: Service): string {
  let line = '';
  createLog('json', (text) => {
    line = text;
  })(`listening at ${url} (OTLP/HTTP, API, pages) and port ${grpcPort} (OTLP/gRPC); data lies in ${dataIn}`);
  return line;
}
