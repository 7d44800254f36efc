import type { Page } from 'playwright';

/** The element with the focus, as a keyboard user finds it. */
interface Stop {
  readonly name: string;
  /** Empty if all is well. */
  readonly faults: readonly string[];
  /** The first stop since `forgetStop`. */
  readonly isFirst: boolean;
}

/**
 * Presses Tab until an element of this name has the focus. Every stop must be visible and follow the one before.
 *
 * @param back by Shift+Tab
 */
export async function tabTo(page: Page, name: string | RegExp, { back = false } = {}): Promise<void> {
  const passed: string[] = [];
  await page.evaluate(forgetStop);
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const here = await page.evaluate(stopHere, back);
    if (here?.faults.length) throw new Error(`${here.name}: ${here.faults.join(', ')}`);
    if (here && (typeof name === 'string' ? here.name === name : name.test(here.name))) return;
    // The browser may add a stop outside the page between the last and the first.
    if (here?.isFirst && passed.some((each) => each !== 'nothing')) break;
    passed.push(here?.name ?? 'nothing');
  }
  throw new Error(`The keyboard does not reach ${name}, only ${passed.join(', ')}.`);
}

/** Presses Tab once round the page. A focus trap fails it. */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(forgetStop);
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(stopHere, false);
    if (here?.isFirst && stops.length > 0) return stops;
    if (here) stops.push(here);
  }
  throw new Error(`The keyboard does not come round: ${stops.map(({ name }) => name).join(', ')}`);
}

/**
 * Presses Tab once round the page, and checks every stop. The page must be complete, because late parts move stops
 * out of view.
 *
 * @param least stops that the page has at least
 * @returns their names
 */
export async function seeEveryStop(page: Page, least: number): Promise<string[]> {
  const stops = await walk(page);
  const faulty = stops.filter(({ faults }) => faults.length > 0);
  if (faulty.length > 0) throw new Error(JSON.stringify(faulty));
  if (stops.length < least) throw new Error(`There are only ${stops.length} stops.`);
  return stops.map(({ name }) => name);
}

/** The name of the focused element, if any. */
export async function focused(page: Page): Promise<string | undefined> {
  return (await stop(page))?.name;
}

export async function stop(page: Page): Promise<Stop | undefined> {
  await page.evaluate(forgetStop);
  return page.evaluate(stopHere, false);
}

/** More stops than a page has. */
const most = 150;

function forgetStop(): void {
  window.stops = undefined;
}

/** Runs in the page. */
function stopHere(isBackwards: boolean): Stop | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body || element === document.documentElement) return undefined;
  const named = element.getAttribute('aria-labelledby');
  const name =
    element.getAttribute('aria-label') ??
    (named && document.getElementById(named)?.textContent) ??
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.labels?.[0]?.textContent
      : undefined) ??
    element.textContent ??
    '';

  const faults: string[] = [];
  // The part that keys act on has the ring.
  const part = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
  const { outlineStyle, outlineWidth } = getComputedStyle(part ?? element);
  const { visibility } = getComputedStyle(element);
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) faults.push('has no ring');
  if (element instanceof HTMLElement && element.tabIndex > 0) faults.push('comes before its turn');
  const { top, bottom, left, right } = element.getBoundingClientRect();
  if (visibility === 'hidden' || right - left < 2 || bottom - top < 2) faults.push('cannot be seen');
  if (bottom <= 0 || top >= innerHeight) faults.push('is out of view');

  // No stop is above the one before, unless it starts a column or follows the last.
  const { first = element, last = element } = window.stops ?? {};
  const order = last.compareDocumentPosition(element);
  // A foreign component has its own order.
  const isElsewhere = (order & Node.DOCUMENT_POSITION_DISCONNECTED) !== 0;
  const isRound = isElsewhere || ((order & Node.DOCUMENT_POSITION_PRECEDING) !== 0) !== isBackwards;
  const [before, after] = (isBackwards ? [element, last] : [last, element]).map((one) =>
    one.getBoundingClientRect(),
  );
  const isAfloat = element.closest('.toast, dialog') || last.closest('.toast, dialog');
  if (before && after && !isRound && !isAfloat) {
    if (after.bottom <= before.top && after.left < before.right) faults.push('is above the one before it');
  }
  window.stops = { first, last: element };
  return { name: name.trim(), faults, isFirst: element === first };
}

declare global {
  interface Window {
    stops: { first: Element; last: Element } | undefined;
  }
}
