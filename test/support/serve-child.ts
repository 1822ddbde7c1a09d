import { readConfig } from '../../src/config.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { startService } from '../../src/service.js';

/** A service in a process of its own, to be killed; prints its address. */
const service = await startService({
  config: readConfig(process.env),
  settings: DEFAULT_SETTINGS,
  log: (message) => console.error(message),
});
process.stdout.write(`${service.url}\n`);
