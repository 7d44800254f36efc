import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { expect, test } from 'vitest';
import { violationsInBothSchemes } from '../support/browser/axe.ts';
import { newGuest, openCard } from '../support/browser/browser.ts';
import { browserOfTests } from '../support/browser/hooks.ts';
import { overflow } from '../support/browser/layout.ts';
import { type SignedIn, signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { keepTranslations, makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;
const browser = browserOfTests();

test('a guest’s history stays in this browser until it moves into an account with Premium', async () => {
  const { context, page, history, rows } = await visit({ width: 390, height: 844 });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(url);
  await openCard(page, 'History');
  await history.getByText('Saved in this browser. Premium also saves it to your account.').waitFor();
  await translate(page, 'the house', 'casa');
  await page
    .getByRole('region', { name: 'Translation' })
    .getByRole('button', { name: 'Star', exact: true })
    .click();
  const star = rows.filter({ hasText: 'casa' }).getByRole('button', { name: 'Star', exact: true });
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
  await translate(page, 'the dog', 'perro');
  await history.getByText('perro').waitFor();
  const starred = history.getByRole('button', { name: 'Starred' });
  await starred.click();
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('casa')]);
  await starred.click();
  expect(await violationsInBothSchemes(page, '[aria-labelledby="card-history"]')).toEqual([]);
  expect(await page.evaluate(overflow)).toBe(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    history.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^parley-history-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/the house,.*casa.*,yes$/);

  expect(calls.filter((path) => path.startsWith('/api/translations'))).toEqual([]);

  const me = await premium(context);
  await page.reload();
  await openCard(page, 'History');
  await expect
    .poll(() => kept(me))
    .toEqual([expect.stringContaining('perro'), expect.stringContaining('casa')]);
  await expect.poll(() => stored(page)).toContainEqual([expect.stringContaining('casa'), 'synced']);
  await expect.poll(() => kept(me, '?starred=true')).toEqual([expect.stringContaining('casa')]);
  // The next visitor of this browser sees nothing of it.
  await context.clearCookies();
  await page.reload();
  await openCard(page, 'History');
  await history.getByText('No translations yet.').waitFor();
  await expect.poll(() => stored(page)).not.toContainEqual([expect.stringContaining('casa'), 'synced']);
});

test('an account’s history is shown, and changed offline', async () => {
  const { context, page, history, rows } = await visit({ width: 1280, height: 800 });
  const me = await premium(context);
  await keepTranslations(sharedParley.dynamodb, me.userId, [
    { text: 'sentence 23', translatedText: 'frase 23' },
    { text: 'the house '.repeat(60), translatedText: 'la casa '.repeat(60) },
  ]);
  await page.goto(url);
  await openCard(page, 'History');
  const long = history.getByText('la casa la casa');
  await long.waitFor();
  // The paragraph is clamped, not its text.
  const tall = async () => (await long.locator('..').boundingBox())?.height ?? 0;
  const folded = await tall();
  await history.getByRole('button', { name: 'Show all' }).click();
  expect(await tall()).toBeGreaterThan(2 * folded);

  // Changes made offline reach the account later.
  await context.setOffline(true);
  const second = rows.filter({ hasText: 'frase 23' });
  await second.getByRole('button', { name: 'Star', exact: true }).click();
  await expect.poll(() => stored(page)).toContainEqual(['frase 23', 'restarred']);
  await context.setOffline(false);
  await expect.poll(() => stored(page)).toContainEqual(['frase 23', 'synced']);
  expect(await kept(me, '?starred=true')).toEqual(['frase 23']);
  await context.close();
});

async function visit(viewport: { width: number; height: number }) {
  const context = await newGuest(browser(), { viewport });
  const page = await context.newPage();
  const history = page.getByRole('region', { name: 'History' });
  return { context, page, history, rows: history.getByRole('listitem') };
}

async function premium(context: BrowserContext): Promise<SignedIn> {
  const me = await signUpIn(context, url);
  await makePremium(sharedParley.dynamodb, me.userId);
  return me;
}

async function translate(page: Page, text: string, translated: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Type your text' }).fill(text);
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await page.getByTestId('translation').getByText(translated).waitFor();
}

/** All of the browser's history: translation and sync state; `removed` while Undo is possible. */
function stored(page: Page): Promise<string[][]> {
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
              reading.result.map(({ translatedText, syncState, removedAtMs }) => [
                translatedText,
                removedAtMs === undefined ? syncState : 'removed',
              ]),
            );
          });
        });
      }),
  );
}

/** The first page of the account's translations, newest first. */
async function kept({ visitor }: SignedIn, query = ''): Promise<string[]> {
  const answer = await visitor.fetch(`/api/translations${query}`);
  const { translations } = (await answer.json()) as { translations: { translatedText: string }[] };
  return translations.map(({ translatedText }) => translatedText);
}
