import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser } from '../support/browser.js';

/** Takes the README's pictures of a running service: `npx tsx test/console/screenshots.ts <url> <session>`. */
const [, , url, session] = process.argv;
if (url === undefined || session === undefined) {
  console.error('usage: npx tsx test/console/screenshots.ts <url of a running service> <session>');
  process.exit(2);
}

const SHOTS = [
  { name: 'overview', path: '/overview?since=15m', dark: false },
  { name: 'tool', path: '/tool?since=15m&var-tool=charge_card', dark: false },
  { name: 'session', path: `/sessions/${encodeURIComponent(session)}`, dark: true },
];

const folder = join(import.meta.dirname, '..', '..', '.github');
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
for (const { name, path, dark } of browser ? SHOTS : []) {
  const page = await browser?.newPage({
    locale: 'en-US',
    viewport: { width: 1200, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
  });
  await page?.goto(`${url}${path}`);
  await page?.waitForFunction('document.body.dataset.drawn', undefined, { timeout: 20_000 }).catch(() => {});
  await page?.waitForTimeout(700);
  await page?.screenshot({ path: join(folder, `${name}.png`) });
}
await browser?.close();
