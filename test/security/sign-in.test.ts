import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, revokeKey } from '../../src/store/keys.js';
import { openBrowser } from '../support/browser.js';
import { bearer, keyFor, sendTo, startOn, type TestService } from '../support/locked.js';
import { spanOf } from '../support/otlp-story.js';
import { type TestDatabase, testDatabase } from '../support/postgres.js';

const browser: Browser | undefined = await openBrowser();
let db: TestDatabase;
let service: TestService;

beforeAll(async () => {
  db = await testDatabase();
  const ingest = await keyFor(db, 'shop', 'ingest');
  service = await startOn(db);
  const lost = [0, 2, 4].map((at) =>
    spanOf({ session: 's', at, tool: 'read_file', args: {}, error: { type: 'ENOENT', text: 'no such file' } }),
  );
  expect((await sendTo(service.url, lost, bearer(ingest))).status).toBe(200);
});
afterAll(async () => {
  await browser?.close();
  await service.close();
});

describe.skipIf(!browser)('signing in with a real browser', () => {
  test('the form opens the page that was asked for, and a revoked key brings the form back', async () => {
    const { id, key } = await createKey(db.pool, { project: 'shop', scope: 'read' });
    const context = await (browser as Browser).newContext({ locale: 'en-US', viewport: { width: 360, height: 700 } });
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on(
      'console',
      (message) => message.type() === 'error' && !message.text().includes('401') && troubles.push(message.text()),
    );
    await page.goto(`${service.url}/sessions/s?since=6h`);
    await page.fill('#key', 'wrong');
    await page.click('.sign-in button');
    expect(await page.textContent('main')).toContain('no valid read key');
    await page.fill('#key', key);
    await page.click('.sign-in button');
    await page.waitForSelector('.attempt');
    expect(new URL(page.url()).pathname).toBe('/sessions/s');
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(JSON.stringify(await page.evaluate('({ ...localStorage, ...sessionStorage })'))).not.toContain('rfk_');
    await revokeKey(db.pool, id);
    await page.waitForSelector('#key', { timeout: 15_000 });
    expect(troubles).toEqual([]);
    await context.close();
  });
});
