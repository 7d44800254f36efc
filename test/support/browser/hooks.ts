import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';

/** Starts a browser before the tests of a file or a `describe`, and closes it after them. */
export function browserOfTests(
  options: () => Parameters<typeof launchBrowser>[0] = () => ({}),
): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(options());
  });
  afterAll(() => browser?.close());
  return () => browser;
}
