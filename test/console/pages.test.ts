/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { PAGES } from '../../src/panels/panel.js';
import { type Service, startService } from '../../src/service.js';
import { openBrowser } from '../support/browser.js';
import { otlpJson, spanOf } from '../support/otlp-story.js';
import { testDatabase } from '../support/postgres.js';

const browser: Browser | undefined = await openBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HOSTILE = '<img src=x onerror="window.hacked=1">"\'`{{1}}';

let service: Service;

async function send(spans: Parameters<typeof otlpJson>[0]): Promise<void> {
  const answer = await fetch(`${service.url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(otlpJson(spans)),
  });
  expect(answer.status).toBe(200);
}

const lost = (session: string, tool: string, n: number, text = 'ENOENT: no such file or directory') =>
  Array.from({ length: n }, (_, i) =>
    spanOf({ session, at: i * 2, tool, args: { path: text }, error: { type: 'ENOENT', text } }),
  );

beforeAll(async () => {
  const { url } = await testDatabase();
  const config = readConfig({ DATABASE_URL: url, REFRAIN_HTTP_PORT: '0', REFRAIN_GRPC_PORT: '0' });
  service = await startService({ config, settings: DEFAULT_SETTINGS, log: (message) => console.error(message) });
  await send([
    ...lost('plain', 'read_file', 4),
    ...lost(HOSTILE, `tool${HOSTILE}`, 4, `ENOENT: ${HOSTILE}`),
    ...[1, 2, 3].map((n) => spanOf({ session: 'well', at: n, tool: 'search', args: { n }, result: { items: [n] } })),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 1500));
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

interface Opened {
  readonly page: Page;
  readonly troubles: string[];
}

/** Opens a page and notes whatever a reader of the browser's console would see. */
async function open(path: string, options: { width?: number; dark?: boolean } = {}): Promise<Opened> {
  const context = await (browser as Browser).newContext({
    locale: 'en-US',
    viewport: { width: options.width ?? 1280, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(service.url) &&
      !request.url().startsWith('data:') &&
      troubles.push(`external: ${request.url()}`),
  );
  await page.goto(`${service.url}${path}`);
  await drawn(page);
  return { page, troubles };
}

async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.dataset['drawn'] === location.pathname + location.search, undefined, {
    timeout: 20_000,
  });
}

/** Serious and critical violations only: the rest is taste. */
async function violations(page: Page): Promise<string[]> {
  // Through the debugger, since the page's own policy lets no script in.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe });
  const { result } = await session.send('Runtime.evaluate', {
    expression:
      "axe.run().then(({ violations }) => JSON.stringify(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120))))",
    awaitPromise: true,
    returnByValue: true,
  });
  return JSON.parse(String(result.value));
}

const SHOWN = [
  ...PAGES.map((page) => `/${page}`),
  '/findings',
  '/sessions/plain',
  `/sessions/${encodeURIComponent(HOSTILE)}`,
];

describe.skipIf(!browser)('pages in a real browser', () => {
  test.each(SHOWN)('%s draws without errors or requests elsewhere, and can be used by everybody', async (path) => {
    const { page, troubles } = await open(path);
    expect(await page.locator('.failed').allTextContents()).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test.each(['/overview', '/findings', '/sessions/plain'])('%s holds at 360 px and in the dark', async (path) => {
    const { page, troubles } = await open(path, { width: 360, dark: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test('every link of the overview leads to a page that draws', async () => {
    const { page, troubles } = await open('/overview');
    const hrefs = await page
      .locator('main a[href], nav a[href]')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
    expect(hrefs.length).toBeGreaterThan(6);
    for (const href of hrefs) {
      await page.goto(`${service.url}${href}`);
      await drawn(page);
      expect(await page.locator('.failed').allTextContents()).toEqual([]);
    }
    expect(troubles).toEqual([]);
    await page.context().close();
  });

  test('findings are filtered and searched, and the address can be shared', async () => {
    const { page } = await open('/findings');
    const count = () => page.locator('.finding').count();
    const all = await count();
    await page.fill('#search', 'read_file');
    expect(await count()).toBeLessThan(all);
    await page.selectOption('#pick-detector', 'non-retryable-retry');
    await drawn(page);
    expect(await page.locator('.finding h3').allTextContents()).toEqual([expect.stringContaining('read_file')]);
    const { page: shared } = await open(new URL(page.url()).pathname + new URL(page.url()).search);
    expect(await shared.locator('.finding').count()).toBe(1);
    await Promise.all([page.context().close(), shared.context().close()]);
  });

  test('a finding that appears while somebody looks is shown without a reload', async () => {
    const { page } = await open('/findings');
    await send(lost('fresh', 'fresh_tool', 3));
    await page.waitForFunction(() => document.body.textContent?.includes('fresh_tool'), undefined, { timeout: 15_000 });
    await page.context().close();
  });

  test('the keyboard reaches the content and follows a link', async () => {
    const { page } = await open('/findings');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.locator('.finding a', { hasText: 'see the calls' }).first().focus();
    await page.keyboard.press('Enter');
    await drawn(page);
    expect(new URL(page.url()).pathname).toMatch(/^\/sessions\//);
    await page.context().close();
  });

  test('the session page connects resends, and shows the finding first', async () => {
    const { page } = await open('/sessions/plain');
    expect(await page.locator('.finding').count()).toBe(2);
    expect(await page.locator('path.resend').count()).toBe(3);
    expect(await page.locator('.attempt').count()).toBe(4);
    await page.context().close();
  });

  test('the policy lets nothing in from elsewhere and nothing inline', async () => {
    const policy = (await fetch(`${service.url}/overview`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });
});
