import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { settled } from './browser.ts';

/** Minified, it loads in two thirds of the time. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Runs axe in the page and in frames of other origins. Each page gets axe once, and reports only each rule's first
 * element: five checks of a page take less than half as long as with axe's package for Playwright.
 *
 * @param part selector; the whole page by default
 * @param rules all by default
 */
export async function violations(
  page: Page,
  part?: string,
  rules?: readonly string[],
): Promise<[rule: string, html: string][]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue;
    await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
  }
  return page.evaluate(
    async ({ part, rules }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const found = await axe.run(part ?? document, {
        resultTypes: ['violations'],
        selectors: false,
        ...(rules && { runOnly: rules }),
      });
      return found.violations.map(({ id, nodes }) => [id, nodes[0]?.html ?? '']);
    },
    { part, rules: rules && [...rules] },
  );
}

/** Axe's findings on the page, and colours with too little contrast in the dark. */
export async function violationsInBothSchemes(
  page: Page,
  part?: string,
): Promise<[rule: string, html: string][]> {
  const found = await violations(page, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  const inDarkMode = await violations(page, part, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await settled(page);
  return [...found, ...inDarkMode];
}
