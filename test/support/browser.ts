import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as launcher } from 'playwright-core';

/** Where installed browsers lie; the npm package carries one for Linux on x64 only. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Without these a headless browser looks up its maker's hosts at every start. */
const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
];

/** A real browser; undefined, with a line that says so, where there is none. */
export async function openBrowser(): Promise<Browser | undefined> {
  const isCarried = process.platform === 'linux' && process.arch === 'x64';
  const executablePath = isCarried ? await chromium.executablePath() : INSTALLED.find((path) => existsSync(path));
  if (executablePath === undefined) {
    console.warn('no browser on this machine: the pages are not tested (install Chrome)');
    return undefined;
  }
  return launcher.launch({ executablePath, args: QUIET, headless: true });
}
