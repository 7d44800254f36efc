import { launchChromium } from './chromium.ts';

/**
 * A first visit with a slow phone on a slow line, as people wait for it: measured, where Lighthouse estimates. The line
 * is Lighthouse's own "slow 4G".
 *
 * @param field the selector of what people came for
 * @returns milliseconds from the navigation; the layout shift until the page is quiet; compressed bytes until the field
 *   is there
 */
export async function measureVisit(url: string, field: string): Promise<Record<string, number>> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 412, height: 823, isMobile: true, hasTouch: true });
    await page.emulateCPUThrottling(4);
    await page.emulateNetworkConditions({ download: 1.6e6 / 8, upload: 750e3 / 8, latency: 150 });
    await page.evaluateOnNewDocument(watchField, field);
    await page.goto(url);
    await page.waitForFunction(() => window.usableMs !== undefined);
    await page.waitForNetworkIdle({ timeout: 20_000 });
    return await page.evaluate(readFigures);
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
function watchField(field: string): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.layoutShift += (entry as LayoutShift).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (document.querySelector(field)) window.usableMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page. */
function readFigures(): Record<string, number> {
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const usableMs = window.usableMs ?? Number.NaN;
  const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  const firstBytes = (files as PerformanceResourceTiming[])
    .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= usableMs)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    firstPaintMs: Math.round(painted?.startTime ?? Number.NaN),
    usableMs: Math.round(usableMs),
    layoutShift: Math.round(window.layoutShift * 1_000) / 1_000,
    firstBytes,
  };
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
}

declare global {
  interface Window {
    usableMs?: number;
    layoutShift: number;
  }
}
