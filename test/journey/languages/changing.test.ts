import { expect, test, vi } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import { goTo, newGuest, openPage } from '../../support/browser/browser.ts';
import { browserOfTests } from '../../support/browser/hooks.ts';
import { findOverflowing, overflow } from '../../support/browser/layout.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { signUp, visit } from '../../support/people/session.ts';
import { variants } from '../../support/variants.ts';

const url = sharedParley.url;
const browser = browserOfTests();

test('another language keeps the text, the answer and the pair, and comes back on the next visit', async () => {
  const context = await newGuest(browser(), { serviceWorkers: 'allow' });
  const { page, problems } = await openPage(context, `${url}/speech-translator`);
  await page.getByLabel('Type your text').fill('Where is the train station?');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  const answer = page.getByRole('region', { name: 'Translation', exact: true });
  await answer.getByRole('button', { name: 'Copy' }).waitFor();
  const translated = await answer.locator('[lang="es"]').first().textContent();
  await page.evaluate(() => navigator.serviceWorker.ready);

  await page.getByLabel('Language of Parley').first().selectOption('Deutsch');
  const german = page.getByRole('region', { name: 'Übersetzung', exact: true });
  await german.getByRole('button', { name: 'Kopieren' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await page.title()).toBe('Sprach- und Textübersetzer · Parley');
  expect(await page.getByLabel('Tippe deinen Text').inputValue()).toBe('Where is the train station?');
  expect(await german.locator('[lang="es"]').first().textContent()).toBe(translated);
  await page.getByRole('button', { name: /^Von .*Engl/ }).waitFor();

  // Its service worker keeps the German pages.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel('Tippe deinen Text').waitFor();
  await context.setOffline(false);
  expect(problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(problem))).toEqual(
    [],
  );
  await context.close();
});

test('on another device an account has its language after signing in, keeps what was typed, and can change both', async () => {
  const visitor = visit(url);
  const { email, password } = await signUp(visitor);
  await visitor.post('/api/settings', { ...defaultSettings, interfaceLanguage: 'ja' });

  const context = await newGuest(browser());
  const { page, problems } = await openPage(context, `${url}/speech-translator`);
  await page.getByLabel('Type your text').fill('Where is the train station?');
  await page.goto(`${url}/api/login?returnTo=${encodeURIComponent('/speech-translator')}`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  // Playwright's own looks at a page count as its use, after which nothing loads the page again.
  const isJapanese = page.waitForRequest(/\/assets\/ja-/);
  await page.getByRole('button', { name: 'Log in' }).click();
  await isJapanese;
  await page.locator('html[lang="ja"]').waitFor();
  const field = page.getByLabel('テキストを入力');
  await field.waitFor();
  expect(await field.inputValue()).toBe('Where is the train station?');

  await page.getByLabel('Parleyの表示言語').first().selectOption('Deutsch');
  await page.locator('html[lang="de"]').waitFor();
  expect(await page.getByLabel('Tippe deinen Text').inputValue()).toBe('Where is the train station?');
  const isKept = async () => {
    const kept = (await (await visitor.fetch('/api/settings')).json()) as { interfaceLanguage: string };
    return kept.interfaceLanguage === 'de';
  };
  await vi.waitUntil(isKept, { timeout: 40_000, interval: 100 });
  await page.reload();
  await page.locator('html[lang="de"]').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a browser’s own language is shown from the first visit on, with its pair', async () => {
  const context = await browser().newContext({ locale: 'de-AT' });
  const { page, problems } = await openPage(context, url);
  await page.getByRole('heading', { name: 'Sag es in ihrer Sprache' }).waitFor();
  await page.getByRole('button', { name: 'Als Gast nutzen' }).click();
  await page.getByRole('button', { name: 'Aufnahme starten' }).waitFor();
  await page.getByRole('button', { name: /^Von Deutsch/ }).waitFor();
  await page.getByRole('button', { name: /^Nach .*Engl/ }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('the address of a language shows its landing page to everybody, and entering chooses it', async () => {
  const context = await browser().newContext();
  const { page, problems } = await openPage(context, `${url}/de`);
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await page.title()).toContain('für Reisende');
  await page.getByRole('button', { name: 'Als Gast nutzen' }).click();
  await page.getByRole('button', { name: 'Aufnahme starten' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test.for(variants([320, 1_280]))('Arabic is mirrored and fits %i pixels', async (width) => {
  const context = await newGuest(browser(), { locale: 'ar', viewport: { width, height: 700 } });
  const page = await context.newPage();
  for (const path of ['/landing', '/speech-translator', '/terms']) {
    await goTo(page, url + path);
    await page.locator('html[dir="rtl"][lang="ar"] main').waitFor();
    expect(await page.evaluate(overflow), path).toBe(0);
    expect(await page.evaluate(findOverflowing), path).toEqual([]);
  }
  await context.close();
});
