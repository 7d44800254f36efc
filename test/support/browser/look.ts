import type { BrowserContext, Page } from 'playwright';
import { violations } from './axe.ts';
import { settled } from './browser.ts';

/**
 * Looks at a page once in its width and once at 320 px in the dark; afterwards it looks as before. All sizes and schemes
 * are the look proof's.
 *
 * @returns what axe finds, contrasts in the dark, and by how many pixels the page is too wide
 */
export async function faultsOf(page: Page): Promise<unknown[]> {
  const size = page.viewportSize();
  await settled(page);
  const faults: unknown[] = [await violations(page), await overflow(page)];
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 568 });
  await settled(page);
  faults.push(await violations(page, undefined, ['color-contrast']), await overflow(page));
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
  return faults.filter((found) => (Array.isArray(found) ? found.length > 0 : found !== 0));
}

/** The overflow in pixels of a page, or of a fieldset on it. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('main fieldset')];
    return Math.max(0, ...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}

/** Sums the layout shifts of each page from its start. */
export async function countShift(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const counted = window as unknown as { shift: number };
    counted.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) counted.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

/** Delays files until the page has painted something. */
export async function comeAfterFirstPaint(context: BrowserContext, files: RegExp): Promise<void> {
  await context.route(files, async (route) => {
    const painted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
    await route.request().frame().page().waitForFunction(painted);
    await route.continue();
  });
}
