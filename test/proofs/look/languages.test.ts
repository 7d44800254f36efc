import { expect, test } from 'vitest';
import { routes } from '../../../shared/routes.ts';
import { violationsInBothSchemes } from '../../support/browser/axe.ts';
import { newGuest, settled } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { setTextSize } from '../../support/browser/layout.ts';
import { overflow } from '../../support/browser/look.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const { url } = sharedParley;
const browser = browserOfTests();

/** With the longest words, from right to left, and with tall letters. */
const locales = ['de', 'ru', 'ar', 'hi'];
const pages = new Map(routes.map((route) => [route.page, route]));
const paths = [...pages.values(), { path: '/nowhere', access: 'all' }];

test.for(locales.flatMap((locale) => paths.map((route) => ({ locale, ...route }))))(
  'in $locale, $path has no fault, and fits a phone with text of twice the size',
  { timeout: 120_000 },
  async ({ locale, path, access }) => {
    const context = await newGuest(browser(), { locale, viewport: { width: 360, height: 740 } });
    if (access === 'user') await signUpIn(context, url);
    const page = await context.newPage();
    // The settings arrive late, and set the text's size.
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await page.locator('main h1').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    await settled(page);
    // The rules are the same for every language, so one is enough.
    if (locale === 'ar') expect(await violationsInBothSchemes(page)).toEqual([]);
    for (const size of ['100%', '150%', '200%']) {
      await page.evaluate(setTextSize, size);
      await settled(page);
      expect(await overflow(page), size).toBe(0);
      expect(await page.evaluate(findCutHeadings), size).toEqual([]);
    }
    await context.close();
  },
);

/** Runs in the page: headings whose words stick out of the screen, or of the card that clips them. */
function findCutHeadings(): string[] {
  return [...document.querySelectorAll(':is(h1, h2, h3):not(.sr-only)')]
    .filter((heading) => {
      const words = document.createRange();
      words.selectNodeContents(heading);
      const { left, right } = words.getBoundingClientRect();
      const card = heading.closest('.overflow-hidden') ?? document.body;
      const edges = card.getBoundingClientRect();
      return left < edges.left - 1 || right > edges.right + 1;
    })
    .map((heading) => heading.textContent);
}
