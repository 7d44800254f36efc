import type { Page } from 'playwright';
import { unknownPath } from './flows/flows.ts';

/** Collects a page's errors while a cell runs. */
export interface Watch {
  /** Errors of the page and of its console, since the last call. */
  takeProblems(): string[];
}

/** Before the page has its address. */
export async function watchPage(page: Page, origin: string): Promise<Watch> {
  let problems: string[] = [];
  // Other sites' errors are theirs, and the address of nothing is 404.
  const isOurs = (address: string) =>
    address === '' || (address.startsWith(origin) && !address.endsWith(unknownPath));
  page.on('console', (message) => {
    if (message.type() === 'error' && isOurs(message.location().url)) problems.push(message.text());
  });
  page.on('pageerror', (error) =>
    problems.push(`uncaught: ${error.stack || `${error.name} ${error.message}`}`),
  );
  page.on('crash', () => problems.push('the page crashed'));
  await page.addInitScript(collectSaid);
  return {
    takeProblems() {
      const taken = problems;
      problems = [];
      return taken;
    },
  };
}

/** Forgets what was announced, so that only new sentences count. */
export async function forgetSaid(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.said = [];
  });
}

/**
 * A sentence that is announced to screen readers and can be seen. Progress and standing facts are none, and neither are
 * the visitor's own words and their translations.
 */
export function findSentence(page: Page, ownWords: readonly string[]): Promise<string | undefined> {
  return page.evaluate(readSentence, ownWords);
}

/** Signs of work that has not ended: spinners, and announced progress. */
export function listSpinners(page: Page): Promise<string[]> {
  return page.evaluate(readSpinners);
}

/** Runs in the page: keeps each text of a live region, however brief. */
function collectSaid(): void {
  window.said = [];
  const regions = '[role="alert"], [role="status"], [aria-live="polite"], [aria-live="assertive"]';
  const read = () => {
    for (const region of document.querySelectorAll(regions)) {
      const text = (region.textContent ?? '').replace(/\s+/g, ' ').trim();
      if (text !== '' && !window.said.includes(text)) window.said.push(text);
    }
  };
  new MutationObserver(read).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Runs in the page. */
function readSentence(ownWords: readonly string[]): string | undefined {
  const progress = /^(Loading|Translating|Recognising|Starting|Listening|One moment|Undone|Removed)/;
  const facts =
    /free translations?\b|\d+ (of|\/) \d+|characters|^Everything is back|^This device has no|Your text was cleared/;
  const isSeen = (element: Element) => {
    const { width, height, bottom, right } = element.getBoundingClientRect();
    const isStyled = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return isStyled && width > 2 && height > 2 && bottom > 0 && right > 0;
  };
  for (const element of document.querySelectorAll('p, span, div, li, h1, h2, h3, bdi, strong, font')) {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const words = text.split(' ').length;
    if (
      words < 3 ||
      (words < 4 && !text.endsWith('.')) ||
      text.length > 400 ||
      progress.test(text) ||
      facts.test(text)
    )
      continue;
    if (ownWords.some((own) => text.toLowerCase().includes(own.toLowerCase()))) continue;
    if (window.said.some((each) => each.includes(text)) && isSeen(element)) return text;
  }
  return undefined;
}

/** Runs in the page. */
function readSpinners(): string[] {
  const progress =
    /^(Loading|Translating|Recognising|Starting|Entering|One moment|Trying again|Opening|Cancelling|Preparing|Generating)/;
  const found: string[] = [];
  for (const element of document.querySelectorAll('[role="status"], button, [aria-busy="true"]')) {
    const text = (element.textContent ?? '').trim();
    if (progress.test(text) && element.checkVisibility()) found.push(text);
    else if (element.ariaBusy === 'true') found.push(`${element.tagName} is busy`);
  }
  for (const element of document.querySelectorAll('.animate-spin, .animate-shimmer')) {
    // Sections below the screen load when they come near.
    const isBelow = element.getBoundingClientRect().top > innerHeight;
    if (element.checkVisibility() && !isBelow)
      found.push(`${element.className.toString().split(' ').at(-1)} spins`);
  }
  // The buttons that record.
  for (const element of document.querySelectorAll<HTMLElement>(
    '[data-dock] button[data-state], [data-talk]',
  )) {
    const { state = 'idle' } = element.dataset;
    if (!['idle', 'closed', 'open', 'ready'].includes(state)) found.push(`a recording is ${state}`);
  }
  return [...new Set(found)];
}

declare global {
  interface Window {
    /** The texts of live regions, each once. */
    said: string[];
  }
}
