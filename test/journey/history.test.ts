import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { guestsInTurn, launchBrowser, looks, toast } from '../support/browser/browser.ts';
import { type SignedIn, signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { keepTranslations, makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;
const database = sharedParley.dynamodb;
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
  context = await next();
  await use(await context.newPage());
});

test('on a phone, a guest’s is kept in the browser alone: starred, found, taken along, removed', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await open();
  await history.getByText('Nothing here yet.').waitFor();
  await history.getByText('Kept in this browser. With Premium also in your account.').waitFor();
  await translate('the house', 'casa');
  await page
    .getByRole('region', { name: 'Translation' })
    .getByRole('button', { name: 'Star', exact: true })
    .click();
  const rows = history.getByRole('listitem');
  const star = rows.first().getByRole('button', { name: 'Star', exact: true });
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
  await translate('the dog', 'perro');
  await history.getByText('perro').waitFor();
  await page.reload();
  await history.getByText('perro').waitFor();
  const starred = history.getByRole('button', { name: 'Starred' });
  await starred.click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.allTextContents()).toEqual([expect.stringContaining('casa')]);
  expect(await violations(page, '[aria-labelledby="card-history"]')).toEqual([]);
  await starred.click();
  await history.getByRole('searchbox').fill('DÓG');
  await history.getByText('1 found').waitFor();
  expect(await rows.locator('mark').allTextContents()).toEqual(['dog']);
  await history.getByRole('searchbox').fill('');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    history.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^parley-history-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/the house,.*casa.*,yes$/);
  await clear();
  expect(await rows.count()).toBe(0);
  await history.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await rows.first().getByRole('button', { name: 'Remove' }).click();
  await history.getByText('Removed').waitFor();
  await expect.poll(stored).toContainEqual(['el perro', 'removed']);
  // Whoever goes has thought it over.
  await page.reload();
  await history.getByText('casa').waitFor();
  expect(await rows.count()).toBe(1);
  expect(calls.filter((path) => path.startsWith('/api/translations'))).toEqual([]);
});

test('in private mode nothing is kept, here or in the account, and it is said until it ends', async () => {
  const me = await premium();
  await open();
  await history.getByRole('switch', { name: 'Private mode' }).click();
  const mark = page.getByRole('region', { name: 'Languages' }).getByRole('status').last();
  await mark.getByText('Private: nothing is kept.').waitFor();
  await page.reload();
  await mark.getByText('Private: nothing is kept.').waitFor();
  await history.getByText('nothing is kept at the moment').waitFor();
  await translate('the house', 'casa');
  expect(await page.getByRole('button', { name: 'Star', exact: true }).count()).toBe(0);
  expect(await kept(me)).toEqual([]);
  await page.getByRole('button', { name: 'End private mode' }).click();
  await expect.poll(() => focused()).toBe('Languages');
  await translate('the dog', 'perro');
  await history.getByText('perro').waitFor();
  expect(await kept(me)).toEqual([expect.stringContaining('perro')]);
  expect(await history.getByRole('listitem').count()).toBe(1);
});

test('what a guest has kept goes along into the account, and is hidden from whoever comes next', async () => {
  await open();
  await translate('the house', 'casa');
  await history.getByText('casa').waitFor();
  const me = await premium();
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/translations', async (route) => {
    if (isKeeping(route.request())) await gate.promise;
    await route.continue();
  });
  const isOnItsWay = page.waitForRequest(isKeeping);
  await page.reload();
  await isOnItsWay;
  await history.getByRole('button', { name: 'Star', exact: true }).click();
  await expect.poll(stored).toEqual([[expect.stringContaining('casa'), 'here']]);
  gate.resolve();
  await expect.poll(() => kept(me)).toEqual([expect.stringContaining('casa')]);
  await expect
    .poll(async () => (await (await me.visitor.fetch('/api/translations?starred=true')).json()).translations)
    .toHaveLength(1);
  await expect.poll(stored).toEqual([[expect.stringContaining('casa'), 'same']]);
  await context.clearCookies();
  await page.reload();
  await history.getByText('Nothing here yet.').waitFor();
  await expect.poll(stored).toEqual([]);
});

test('without a connection it is there, and what happens to it is told to the account later', async () => {
  const me = await premium();
  await keepTranslations(database, me.userId, numbered(2));
  await open();
  await history.getByText('frase 2').waitFor();
  await context.setOffline(true);
  await history.getByText('You are offline. This is what this browser has kept.').waitFor();
  await history.getByRole('listitem').first().getByRole('button', { name: 'Star', exact: true }).click();
  await expect.poll(stored).toContainEqual(['frase 2', 'restarred']);
  await context.setOffline(false);
  await expect.poll(stored).toContainEqual(['frase 2', 'same']);
  const { translations } = await (await me.visitor.fetch('/api/translations?starred=true')).json();
  expect(translations).toMatchObject([{ translatedText: 'frase 2', isStarred: true }]);
});

test('it is cleared with everything that the account has, page by page', async () => {
  await withClock();
  const me = await premium();
  await keepTranslations(database, me.userId, numbered(23));
  await open();
  await history.getByText('frase 23').waitFor();
  await page.clock.pauseAt(60_000);
  await clear();
  expect(await kept(me)).toHaveLength(20);
  await page.clock.runFor(6_000);
  await page.clock.resume();
  await expect.poll(() => kept(me)).toEqual([]);
  await history.getByText('Nothing here yet.').waitFor();
  await expect.poll(stored).toEqual([]);
});

test('with Premium it begins empty, and what is translated comes in on top', async () => {
  await premium();
  await open();
  await history.getByText('Nothing here yet.').waitFor();
  for (const [text, translated] of [
    ['the house', 'casa'],
    ['the dog', 'perro'],
  ] as const) {
    await translate(text, translated);
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
  await history.getByText('New translations are kept in your account with Premium.').waitFor();
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
  await expect.poll(() => focused()).toContain('frase 22');
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
  await history.getByText('frase 6').waitFor();
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
    await history.getByText('frase 2').waitFor();
    await page.clock.pauseAt(60_000);
    await history.getByRole('listitem').nth(1).getByRole('button', { name: 'Remove' }).click();
    await history.getByText('Removed').waitFor();
  });

  test('can be undone by the key that is at hand, and the focus stays', async () => {
    await expect.poll(() => focused()).toBe('Undo');
    await page.keyboard.press('Enter');
    await history.getByText('frase 2').waitFor();
    await expect.poll(() => focused()).toContain('frase 2');
    await page.clock.runFor(10_000);
    expect(await kept(me)).toEqual(['frase 3', 'frase 2', 'frase 1']);
  });

  test('is done after 6 s, and the focus goes on to the next', async () => {
    const isRemoved = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.clock.runFor(5_999);
    expect(await kept(me)).toHaveLength(3);
    await expect.poll(() => focused()).toBe('Undo');
    await page.clock.runFor(1);
    await isRemoved;
    expect(await kept(me)).toEqual(['frase 3', 'frase 1']);
    await page.clock.resume();
    await expect.poll(() => history.getByRole('listitem').count()).toBe(2);
    await expect.poll(() => focused()).toContain('frase 1');
    await page.reload();
    await history.getByText('frase 3').waitFor();
    expect(await history.getByText('frase 2').count()).toBe(0);
  });

  test('is done at once by whoever leaves the page', async () => {
    await page.goto('about:blank');
    await expect.poll(() => kept(me)).toEqual(['frase 3', 'frase 1']);
  });

  test('that fails brings it back and says so', async () => {
    await page.route('**/api/translations/*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.clock.runFor(6_500);
    await toast(page, 'Not Removed').waitFor();
    await page.clock.resume();
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

/** Whether it brings into the account what was kept here. */
function isKeeping(request: Request): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname === '/api/translations';
}

async function translate(text: string, translated: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Type your text' }).fill(text);
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText(translated).waitFor();
}

async function clear(): Promise<void> {
  await history.getByRole('button', { name: 'Clear history' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click();
  await history.getByText('History cleared').waitFor();
}

/** What the browser's database holds of everybody: translation and standing, `removed` where it is only hidden yet. */
function stored(): Promise<string[][]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('parley.history');
        opening.addEventListener('success', () => {
          const database = opening.result;
          const reading = database.transaction('translations').objectStore('translations').getAll();
          reading.addEventListener('success', () => {
            database.close();
            resolve(
              reading.result.map(({ translatedText, standing, removedAtMs }) => [
                translatedText,
                removedAtMs === undefined ? standing : 'removed',
              ]),
            );
          });
        });
      }),
  );
}

/** The translator with everything that comes later. */
async function open(): Promise<void> {
  await page.goto(`${url}/speech-translator`);
  await page.getByRole('region', { name: 'Your data' }).waitFor();
  await page.getByRole('region', { name: /Notifications/ }).waitFor({ state: 'attached' });
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
