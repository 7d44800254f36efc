import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { newGuest, settled } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { isUncovered } from '../../support/browser/layout.ts';
import { signUpIn } from '../../support/browser/people.ts';
import { giveRecogniser, recogniserOf } from '../../support/browser/recogniser.ts';
import { installVoice } from '../../support/browser/scripted-voice.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { keepTranslations } from '../../support/people/premium.ts';

/** The cost of a traveller's jobs on a small phone. */
const browser = browserOfTests();
const phone = { viewport: { width: 360, height: 616 }, hasTouch: true, isMobile: true };
const figures: Record<string, Cost & { seconds: number }> = {};
let page: Page;
let cost: Cost;

afterAll(() => console.table(figures));

test.for([
  ['say one sentence and hear the answer', 2, converse],
  ['read a phrase aloud', 3, readPhrase],
  ['show an address', 3, showAddress],
  ['find last week’s translation', 3, findOldTranslation],
  ['copy the translation of a long email', 3, copyEmail],
  ['hold a conversation of four turns', 5, holdConversation],
  ['hold one that takes turns by itself', 4, holdAutomaticConversation],
] as const)(
  'to %s, a phone needs no scroll and this many taps: %i; nothing moves by itself',
  async ([job, taps, run]) => {
    page = await openMember();
    await page.goto(sharedParley.url);
    await waitForTool();
    expect(await costOf(job, run)).toEqual({ taps, scrolls: 0, shiftPx: 0 });
    await page.context().close();
  },
);

test('a first-time visitor says one sentence and shows the answer with three taps', async () => {
  page = await openPhone(await browser().newContext({ ...phone, reducedMotion: 'reduce' }));
  await page.goto(sharedParley.url);
  const taken = await costOf('first visit: say one sentence and show it', async () => {
    await tap(page.getByRole('button', { name: 'Use as Guest' }).first());
    await waitForTool();
    await tap(page.getByRole('button', { name: 'Start recording' }));
    await hear('where is the station');
    await tap(inTranslation('Show'));
    await page.getByTestId('shown').waitFor();
  });
  expect(taken).toEqual({ taps: 3, scrolls: 0, shiftPx: 0 });
  await page.context().close();
});

test('without a connection, a phone shows an allergy to a waiter with five taps', async () => {
  const context = await newGuest(browser(), { ...phone, serviceWorkers: 'allow' });
  page = await openPhone(context);
  await page.goto(sharedParley.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await context.setOffline(true);
  await page.getByText('You’re offline. Quick Actions still work.').waitFor();
  await waitForTool();
  const taken = await costOf('show an allergy without a connection', async () => {
    await tap(page.getByRole('button', { name: 'Phrases', exact: true }));
    await tap(page.getByRole('button', { name: 'Eating out' }));
    await tap(page.getByRole('button', { name: 'Allergy and health card' }));
    await tap(page.getByText('Peanuts', { exact: true }));
    await tap(page.getByRole('button', { name: 'Show in Spanish' }));
    await page.getByText('Cacahuetes', { exact: true }).waitFor();
  });
  expect(taken).toEqual({ taps: 5, scrolls: 0, shiftPx: 0 });
  await context.close();
});

/** Of somebody with ten translations. Each job has its own: the last one's languages and conversation are kept. */
async function openMember(): Promise<Page> {
  const context = await newGuest(browser(), phone);
  const { userId } = await signUpIn(context, sharedParley.url);
  const texts = ['the old bridge', ...Array.from({ length: 9 }, (_, index) => `sentence ${index}`)];
  const kept = texts.map((text) => ({ text, translatedText: `${text}, in Spanish` }));
  await keepTranslations(sharedParley.dynamodb, userId, kept);
  return openPhone(context);
}

async function openPhone(context: BrowserContext): Promise<Page> {
  // Phones let a tap copy; this browser asks.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await giveRecogniser(context);
  await context.addInitScript(installVoice, {});
  await context.addInitScript(measureShift);
  await context.route('**/api/translate', (route) =>
    route.fulfill({ json: { translatedText: 'Calle Mayor 12, segundo piso' } }),
  );
  await context.route('**/api/health', async (route) => {
    const health = await (await route.fetch()).json();
    // As on AWS.
    health.engines.translation.pairs = null;
    await route.fulfill({ json: health });
  });
  return context.newPage();
}

async function waitForTool(): Promise<void> {
  await page.getByRole('region', { name: 'Your data' }).waitFor();
  await page.evaluate(() => {
    window.shiftPx = 0;
  });
}

async function costOf(job: string, run: () => Promise<void>): Promise<Cost> {
  const startMs = performance.now();
  cost = { taps: 0, scrolls: 0, shiftPx: 0 };
  await run();
  await settled(page);
  cost.shiftPx = Math.round(await page.evaluate(() => window.shiftPx));
  figures[job] = { ...cost, seconds: Math.round((performance.now() - startMs) / 100) / 10 };
  return cost;
}

interface Cost {
  taps: number;
  scrolls: number;
  shiftPx: number;
}

async function converse(): Promise<void> {
  await tap(page.getByRole('button', { name: 'Start recording' }));
  await hear('where is the station');
  await tap(inTranslation('Reply'));
  await hear('a la derecha');
}

async function readPhrase(): Promise<void> {
  await tap(page.getByRole('button', { name: 'Phrases', exact: true }));
  await tap(page.getByRole('button', { name: 'Eating out' }));
  await tap(page.getByRole('button', { name: /A bottle of water/ }));
  await page.getByTestId('phrase-translation').waitFor();
}

async function showAddress(): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Type your text' });
  await tap(text);
  await text.fill('12 High Street, second floor');
  await tap(page.getByRole('button', { name: 'Translate Text' }));
  await tap(inTranslation('Show'));
  await page.getByTestId('shown').waitFor();
  // The first Escape ends the speech.
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Speak', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('shown').waitFor({ state: 'detached' });
}

async function findOldTranslation(): Promise<void> {
  await tap(page.getByRole('button', { name: 'Phrases', exact: true }));
  await tap(page.getByRole('heading', { name: 'History' }).getByRole('button'));
  const search = page.getByRole('searchbox');
  await tap(search);
  await search.fill('old bridge');
  await page.getByText('1 found').waitFor();
  await reach(page.getByText('the old bridge, in Spanish'));
}

async function copyEmail(): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Type your text' });
  await tap(text);
  await text.fill('We would like to book two rooms for the first week of May.\n'.repeat(30));
  await tap(page.getByRole('button', { name: 'Translate Text' }));
  await page.getByTestId('translation').waitFor();
  await tap(inTranslation('Copy'));
  await inTranslation('Copied').waitFor();
}

async function holdConversation(): Promise<void> {
  await tap(page.getByRole('button', { name: 'Conversation', exact: true }));
  for (const side of ['Speak English (US)', 'Speak Spanish', 'Speak English (US)', 'Speak Spanish']) {
    await tap(page.getByRole('dialog').getByRole('button', { name: side }));
    await hearTurn(side);
  }
}

async function holdAutomaticConversation(): Promise<void> {
  await tap(page.getByRole('button', { name: 'Conversation', exact: true }));
  const dialog = page.getByRole('dialog');
  await tap(dialog.getByRole('button', { name: 'More' }));
  await tap(page.getByRole('menuitemcheckbox', { name: 'Take turns automatically' }));
  await tap(dialog.getByRole('button', { name: 'Speak English (US)' }));
  for (const [index, turn] of ['first', 'second', 'third', 'fourth'].entries()) {
    await hearTurn(turn);
    // The other side listens once the answer has been spoken.
    await page.waitForFunction((answers) => window.voice.said.length > answers, index);
    await page.evaluate(() => window.voice.finish());
  }
}

async function hearTurn(words: string): Promise<void> {
  await recogniserOf(page).listening();
  await recogniserOf(page).heard(words);
  await page.getByRole('dialog').getByText(words).first().waitFor();
}

async function hear(words: string): Promise<void> {
  await recogniserOf(page).listening();
  await recogniserOf(page).heard(words);
  await page.getByTestId('translation').waitFor();
  await reach(inTranslation(/^(Speak|Stop)$/));
}

function inTranslation(name: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Translation', exact: true }).getByRole('button', { name });
}

async function tap(target: Locator): Promise<void> {
  await reach(target);
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  cost.taps += 1;
}

/** Scrolls by half a screen until nothing covers an element. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  await settled(page);
  while (!(await target.evaluate(isUncovered))) {
    const { y = 0 } = (await target.boundingBox()) ?? {};
    await page.mouse.wheel(0, y > 308 ? 308 : -308);
    cost.scrolls += 1;
    if (cost.scrolls > 20) throw new Error(`${target} is out of reach.`);
    await settled(page);
  }
}

/**
 * Runs in the page: sums the pixels by which what is above the last tap moves by itself. Below it, a row may open. A new
 * turn moves the older ones, except for a reader who has scrolled back, as `journey/conversation.test.ts` proves.
 */
function measureShift(): void {
  let tapY = Number.POSITIVE_INFINITY;
  const onPress = ({ clientY }: PointerEvent) => {
    tapY = clientY;
  };
  addEventListener('pointerdown', onPress, true);
  window.shiftPx = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries() as unknown as LayoutShift[]) {
      const moved = sources
        .filter(({ previousRect, node }) => {
          const isInTurns = (node instanceof Element ? node : node?.parentElement)?.closest('.messages');
          return !hadRecentInput && !isInTurns && previousRect.top < tapY;
        })
        .map(({ previousRect: from, currentRect: to }) => Math.hypot(to.x - from.x, to.y - from.y));
      window.shiftPx += Math.max(0, ...moved);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface LayoutShift {
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    node: Node | null;
    previousRect: DOMRectReadOnly;
    currentRect: DOMRectReadOnly;
  }[];
}

declare global {
  interface Window {
    shiftPx: number;
  }
}
