import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { settled } from './browser.ts';

/** A page reads the short form in two thirds of the time. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What axe finds, in the frames of other origins as well: each rule with the first element that breaks it.
 *
 * A page is given axe once, and tells no more than what is wrong: whoever looks five times at one page waits less than
 * half as long as with axe's own package for Playwright, which brings axe along each time.
 *
 * @param part a selector of what is looked at; everything without it
 * @param rules the only ones to look for; all without it
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

/** What axe finds on the page, and which colours have too little contrast in the dark. */
export async function violationsInBothSchemes(
  page: Page,
  part?: string,
): Promise<[rule: string, html: string][]> {
  const found = await violations(page, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page);
  const inTheDark = await violations(page, part, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await settled(page);
  return [...found, ...inTheDark];
}
