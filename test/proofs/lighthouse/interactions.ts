import type { Page } from 'puppeteer-core';
import { launchChromium } from './chromium.ts';

/**
 * The longest time from an event to the next paint, by the Event Timing API, on a phone's page with a processor slowed
 * four times. The API counts in steps of 8 ms and leaves out less than 16 ms.
 *
 * @returns milliseconds by interaction
 */
export async function measureInteractions(url: string): Promise<Record<string, number>> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 412, height: 823, isMobile: true, hasTouch: true });
    await page.evaluateOnNewDocument(watch);
    await page.goto(url);
    await page.waitForNetworkIdle({ timeout: 20_000 });
    await page.emulateCPUThrottling(4);
    await page.tap('textarea');
    const typingMs = await longest(page, () =>
      page.keyboard.type('where is the train station', { delay: 100 }),
    );
    const openingListMs = await longest(page, async () => {
      await page.tap('button[data-code^="es"]');
      await page.waitForSelector('[role="grid"]');
    });
    const french = '[role="gridcell"]:has([lang^="fr"])';
    // People scroll first, and tap when the list is still.
    await page.$eval(french, (cell) => cell.scrollIntoView({ block: 'center' }));
    await page.waitForNetworkIdle();
    const pickingMs = await longest(page, async () => {
      await page.tap(french);
      await page.waitForSelector('button[data-code^="fr"]');
    });
    return { typingMs, openingListMs, pickingMs };
  } finally {
    await browser.close();
  }
}

async function longest(page: Page, interact: () => Promise<unknown>): Promise<number> {
  const before = await page.evaluate(countEvents);
  await page.evaluate(() => {
    window.slowestMs = 0;
  });
  await interact();
  // Entries come with a frame, and not while the page is busy.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 200))));
  // Without an entry, either all were fast or nothing happened.
  if ((await page.evaluate(countEvents)) === before) throw new Error('The page has seen no event.');
  return page.evaluate(() => window.slowestMs);
}

/** Runs in the page: all events of the Event Timing API, fast ones too. */
function countEvents(): number {
  return [...(performance as Performance & { eventCounts: Map<string, number> }).eventCounts.values()].reduce(
    (sum, count) => sum + count,
    0,
  );
}

/** Runs in the page. */
function watch(): void {
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.slowestMs = Math.max(window.slowestMs, duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

declare global {
  interface Window {
    slowestMs: number;
  }
}
