import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { keepTranslations, makePremium } from '../premium.ts';
import { violations } from './axe.ts';
import { guestsInTurn, launchBrowser, looks, toast } from './browser.ts';
import { type SignedIn, signUpIn } from './people.ts';

const url = inject('parley');
const database = inject('parleyDatabase');
let browser: Browser;
let next: ReturnType<typeof guestsInTurn>;
let context: BrowserContext;
let page: Page;
let history: Locator;

beforeAll(async () => {
  browser = await launchBrowser();
  next = guestsInTurn(browser, url);
});
afterAll(() => browser.close());

beforeEach(async () => {
  context = await next({ reducedMotion: 'reduce' });
  await use(await context.newPage());
});

test('a guest has none, and nothing is asked for', async () => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await open();
  expect(await history.count()).toBe(0);
  expect(calls).not.toContain('/api/translations');
});

test('a free account that has none sees none', async () => {
  await signUpIn(context, url);
  await open();
  expect(await history.count()).toBe(0);
});

test('with Premium it begins empty, and what is translated comes in on top', async () => {
  await premium();
  await open();
  await history.getByText('Nothing here yet.').waitFor();
  for (const [text, translated] of [
    ['the house', 'casa'],
    ['the dog', 'perro'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Type your text' }).fill(text);
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await history.getByText(translated).waitFor();
  }
  const rows = await history.getByRole('listitem').allTextContents();
  expect(rows.map((row) => /perro|casa/.exec(row)?.[0])).toEqual(['perro', 'casa']);
  expect(rows[0]).toContain('just now');
});

test('after Premium it stays, and says so', async () => {
  const me = await signUpIn(context, url);
  await keepTranslations(database, me.userId, [house]);
  await open();
  await history.getByText('la casa').waitFor();
  await history.getByText('New translations are kept with Premium.').waitFor();
});

test('every text is in its own language and direction', async () => {
  const me = await premium();
  await keepTranslations(database, me.userId, [
    {
      text: 'أين المحطة؟',
      translatedText: 'Where is the station?',
      sourceLanguage: 'ar',
      targetLanguage: 'en-US',
    },
  ]);
  await open();
  const attributes = (text: Locator) => text.evaluate((element: HTMLElement) => [element.lang, element.dir]);
  expect(await attributes(history.getByText('أين المحطة؟'))).toEqual(['ar', 'rtl']);
  expect(await attributes(history.getByText('Where is the station?'))).toEqual(['en-US', 'ltr']);
});

test('five are shown, then a page, then page after page, with the focus on what came', async () => {
  const me = await premium();
  await keepTranslations(database, me.userId, numbered(27));
  await open();
  const rows = history.getByRole('listitem');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(5);
  expect(await rows.first().textContent()).toContain('frase 27');
  const more = history.getByRole('button', { name: 'Show more' });
  await more.click();
  expect(await rows.count()).toBe(20);
  expect(await focused()).toContain('frase 22');
  await page.route('**/api/translations?cursor=*', (route) => route.abort(), { times: 1 });
  await more.click();
  await history.getByRole('alert').getByText('More could not be loaded.').waitFor();
  await more.click();
  await history.getByText('frase 1', { exact: true }).waitFor();
  expect(await rows.count()).toBe(27);
  await expect.poll(focused).toContain('frase 7');
  expect(await more.count()).toBe(0);
});

test('a search finds words, says how many, and gives everything back when it is cleared', async () => {
  await withClock();
  const me = await premium();
  await keepTranslations(database, me.userId, [house, ...numbered(6)]);
  await open();
  await page.clock.pauseAt(60_000);
  const field = history.getByRole('searchbox', { name: 'Search your history' });
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/translations/search')) searches.push(request.postData() ?? '');
  });
  await field.pressSequentially('CASA');
  await page.clock.runFor(299);
  expect(searches).toEqual([]);
  await page.clock.resume();
  await history.getByRole('status').getByText('1 found').waitFor();
  expect(await history.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('la casa')]);
  expect(searches).toEqual([JSON.stringify({ query: 'CASA' })]);
  expect(page.url()).not.toContain('CASA');
  await field.fill('nowhere');
  await history.getByRole('status').getByText('No translation has these words.').waitFor();
  expect(await history.getByRole('listitem').count()).toBe(0);
  await history.getByRole('button', { name: 'Clear search' }).click();
  await history.getByText('frase 6').waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('of two searches only the last is shown, whichever is answered first', async () => {
  const me = await premium();
  await keepTranslations(database, me.userId, [house, ...numbered(3)]);
  await open();
  const late = Promise.withResolvers<void>();
  await page.route('**/api/translations/search', async (route) => {
    if (route.request().postData()?.includes('frase')) await late.promise;
    await route.continue().catch(() => {});
  });
  const field = history.getByRole('searchbox');
  const isAsked = page.waitForRequest('**/api/translations/search');
  const isGivenUp = page.waitForEvent('requestfailed');
  await field.fill('frase');
  await isAsked;
  await field.fill('casa');
  await history.getByText('1 found').waitFor();
  await isGivenUp;
  late.resolve();
  expect(await history.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('la casa')]);
});

test('a search that fails can be tried again', async () => {
  const me = await premium();
  await keepTranslations(database, me.userId, [house]);
  await open();
  await page.route('**/api/translations/search', (route) => route.abort(), { times: 1 });
  await history.getByRole('searchbox').fill('casa');
  await history.getByRole('alert').getByText('The search did not work.').waitFor();
  await history.getByRole('button', { name: 'Try again' }).click();
  await history.getByText('1 found').waitFor();
});

test('a history that cannot be loaded can be asked for again', async () => {
  const me = await premium();
  await keepTranslations(database, me.userId, [house]);
  await page.route('**/api/translations', (route) => route.abort(), { times: 1 });
  await open();
  await history.getByRole('alert').getByText('Your history could not be loaded.').waitFor();
  await history.getByRole('button', { name: 'Try again' }).click();
  await history.getByText('la casa').waitFor();
});

describe('removing', () => {
  let me: SignedIn;

  beforeEach(async () => {
    await withClock();
    me = await premium();
    await keepTranslations(database, me.userId, numbered(3));
    await open();
    await page.clock.pauseAt(60_000);
    await history.getByRole('listitem').nth(1).getByRole('button', { name: 'Remove' }).click();
    await history.getByText('Removed').waitFor();
  });

  test('can be undone by the key that is at hand, and the focus stays', async () => {
    expect(await focused()).toBe('Undo');
    await page.keyboard.press('Enter');
    await history.getByText('frase 2').waitFor();
    expect(await focused()).toContain('frase 2');
    await page.clock.runFor(10_000);
    expect(await kept(me)).toEqual(['frase 3', 'frase 2', 'frase 1']);
  });

  test('is done after 6 s, and the focus goes on to the next', async () => {
    const isRemoved = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.clock.runFor(5_999);
    expect(await kept(me)).toHaveLength(3);
    expect(await focused()).toBe('Undo');
    await page.clock.runFor(1);
    await isRemoved;
    expect(await kept(me)).toEqual(['frase 3', 'frase 1']);
    await page.clock.resume();
    await expect.poll(() => history.getByRole('listitem').count()).toBe(2);
    expect(await focused()).toContain('frase 1');
    await page.reload();
    await history.getByText('frase 3').waitFor();
    expect(await history.getByText('frase 2').count()).toBe(0);
  });

  test('is done at once by whoever leaves the page', async () => {
    await page.goto('about:blank');
    await expect.poll(() => kept(me)).toEqual(['frase 3', 'frase 1']);
  });

  test('that fails brings it back and says so', async () => {
    await page.route('**/api/translations/*', (route) => route.abort());
    await page.clock.runFor(6_500);
    await toast(page, 'Not Removed').waitFor();
    await history.getByText('frase 2').waitFor();
  });
});

test('a translation is copied, and used again with its languages', async () => {
  const me = await premium();
  await keepTranslations(database, me.userId, [
    { text: 'la casa', translatedText: 'the house', sourceLanguage: 'es', targetLanguage: 'fr' },
  ]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open();
  await history.getByRole('button', { name: 'Copy' }).click();
  await toast(page, 'Copied!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('the house');
  await history.getByRole('button', { name: 'Use again' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Type your text' }).inputValue()).toBe('la casa');
  expect(await page.locator('[data-code="fr"]').count()).toBe(1);
  await page.getByTestId('translation').getByText('the house').waitFor();
});

test('a long text is folded until it is asked for', async () => {
  const me = await premium();
  await keepTranslations(database, me.userId, [
    { text: 'the house '.repeat(60), translatedText: 'la casa '.repeat(60) },
  ]);
  await open();
  const text = history.getByText('la casa la casa');
  const tall = async () => (await text.boundingBox())?.height ?? 0;
  const folded = await tall();
  await history.getByRole('button', { name: 'Show all of it' }).click();
  expect(await tall()).toBeGreaterThan(2 * folded);
});

test('on phones and laptops, light and dark, axe finds nothing and nothing is cut off', async () => {
  const sizes = [
    [390, 844],
    [1280, 800],
  ] as const;
  async function look(state: string, prepare = async () => {}): Promise<void> {
    for await (const look of looks(page, sizes)) {
      await prepare();
      expect(await violations(page, '[aria-labelledby="card-history"]'), `${state}, ${look}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${state}, ${look}`).toBeLessThanOrEqual(0);
    }
  }
  const me = await premium();
  await keepTranslations(database, me.userId, numbered(7));
  await open();
  await history.getByRole('searchbox').fill('frase');
  await history.getByText('7 found').waitFor();
  await look('found');
  await history.getByRole('searchbox').fill('nowhere');
  await history.getByText('No translation has these words.').waitFor();
  await look('nothing found');
  await history.getByRole('searchbox').fill('');
  await look('removed', async () => {
    // Each is there for six seconds.
    await history.getByRole('button', { name: 'Remove' }).first().click();
    await history.getByText('Removed').first().waitFor();
  });
});

const house = { text: 'the house', translatedText: 'la casa' };

function numbered(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    text: `sentence ${index + 1}`,
    translatedText: `frase ${index + 1}`,
  }));
}

async function use(opened: Page): Promise<void> {
  page = opened;
  page.setDefaultTimeout(10_000);
  history = page.getByRole('region', { name: 'History' });
}

/** A page with a clock of its own, in a browser of its own: the clock is the whole browser's. */
async function withClock(): Promise<void> {
  context = await browser.newContext({ reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  await use(await context.newPage());
  await page.clock.install({ time: 0 });
}

async function premium(): Promise<SignedIn> {
  const me = await signUpIn(context, url);
  await makePremium(database, me.userId);
  return me;
}

/** The translator with everything that comes later. */
async function open(): Promise<void> {
  await page.goto(`${url}/speech-translator`);
  await page.getByRole('region', { name: 'Your data' }).waitFor();
  await page.waitForLoadState('networkidle');
}

function focused(): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

/** The translations that the server has, newest first. */
async function kept({ visitor }: SignedIn): Promise<string[]> {
  const answer = await visitor.fetch('/api/translations');
  const { translations } = (await answer.json()) as { translations: { translatedText: string }[] };
  return translations.map(({ translatedText }) => translatedText);
}
