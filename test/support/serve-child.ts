import { readConfig } from '../../src/config.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { startService } from '../../src/service.js';

/** A service in a process of its own, to be killed or to be measured; prints its address, drains on SIGTERM. */
const service = await startService({
  config: readConfig(process.env),
  settings: DEFAULT_SETTINGS,
  log: (message, cause) => console.error(message, cause instanceof Error ? cause.stack : (cause ?? '')),
});
process.stdout.write(`${service.url}\n`);
process.once('SIGTERM', () => void service.close().then(() => process.exit(0)));
