import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Output } from '../../shared/api/contract.ts';
import { findLanguage } from '../../shared/languages.ts';
import { launchBrowser, newGuest, openPage, toast } from '../support/browser/browser.ts';
import { signUpIn } from '../support/browser/people.ts';
import { sharedParley } from '../support/parley/shared.ts';
import { makePremium } from '../support/people/premium.ts';

const url = sharedParley.url;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await launchBrowser();
  await begin();
});
afterAll(async () => {
  await browser.close();
});

/** Somebody new, who may translate as often as they want. */
async function begin(): Promise<void> {
  context = await newGuest(browser, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { userId } = await signUpIn(context, url);
  await makePremium(sharedParley.dynamodb, userId);
  ({ page, problems } = await openPage(context, url));
}

/** The translation's, not one of the history's. */
function copy(): Locator {
  return page.getByRole('region', { name: 'Translation' }).getByRole('button', { name: 'Copy' });
}

async function translateTyped(text: string): Promise<string> {
  await page.getByRole('textbox').fill(text);
  const answered = page.waitForResponse('**/api/translate');
  await page.getByRole('button', { name: 'Translate Text' }).click();
  await answered;
  await page.getByRole('button', { name: 'Translate Text' }).waitFor();
  return (await page.getByTestId('translation').textContent()) ?? '';
}

/** By the picker, with the keyboard alone. */
async function pickLanguage(side: 'From' | 'To', name: string): Promise<void> {
  await page.getByRole('button', { name: side }).first().press('Enter');
  const list = page.getByRole('grid');
  await list.waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
}

// All pairs together are the engines' own test.
test('typed text is translated from and to each language that the engines have', async () => {
  const health = (await (await fetch(`${url}/api/health`)).json()) as Output<'system.health'>;
  const greetings: Record<string, string> = {
    en: 'The big house',
    es: 'La casa grande',
    fr: 'La grande maison',
    it: 'La grande casa',
    ca: 'La casa gran',
    'pt-PT': 'A casa grande',
    pt: 'A casa grande',
    id: 'Rumah sakit',
    ms: 'Hospital besar',
    ro: 'Casa mare',
    sv: 'Det stora huset',
    da: 'Det store hus',
    'fr-CA': 'La grande maison',
    'es-MX': 'La casa grande',
  };
  // Each translation would also be spoken: that is the voice tests' matter.
  await page.getByRole('switch', { name: 'Auto-play' }).click();
  const pairs = (health.engines.translation.pairs ?? []).map((pair) => pair.split('>'));
  const [sources, targets] = [new Set<string>(), new Set<string>()];
  let picked = '';
  for (const pair of pairs) {
    const [source, target] = pair.map((code) => findLanguage(code));
    if (!source || !target || source.translate === target.translate) continue;
    if (sources.has(source.translate) && targets.has(target.translate)) continue;
    sources.add(source.translate);
    targets.add(target.translate);
    if (picked !== source.name) await pickLanguage('From', source.name);
    picked = source.name;
    await pickLanguage('To', target.name);
    const text = greetings[source.translate] ?? '';
    expect(text, source.translate).not.toBe('');
    const translation = await translateTyped(text);
    expect(translation.trim(), pair.join()).not.toBe('');
    expect(await page.getByTestId('translation').getAttribute('lang'), pair.join()).toBe(target.code);
  }
  expect(sources.size).toBeGreaterThanOrEqual(10);
  expect(targets.size).toBeGreaterThanOrEqual(6);
  expect(problems).toEqual([]);
}, 180_000);

describe('with English and Spanish', () => {
  beforeAll(begin);

  test('Copy copies the translation and says so', async () => {
    const translation = await translateTyped('the house');
    await copy().click();
    await toast(page, 'Copied!').getByText('Translation copied to clipboard').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(translation);
  });

  test('a clipboard that refuses is told, too', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await copy().click();
    await toast(page, 'Copy Failed').getByText('Unable to copy to clipboard').waitFor();
  });

  test('Swap exchanges the languages and clears what was typed and translated', async () => {
    await translateTyped('the house');
    await page.getByRole('button', { name: 'Swap languages' }).click();
    expect(await page.getByRole('button', { name: /^From/ }).getAttribute('data-code')).toBe('es-ES');
    expect(await page.getByRole('button', { name: /^To/ }).getAttribute('data-code')).toBe('en-US');
    expect(await page.getByRole('textbox').inputValue()).toBe('');
    expect(await page.getByTestId('translation').count()).toBe(0);
    await page.getByRole('button', { name: 'Swap languages' }).click();
  });

  test('blank text cannot be sent', async () => {
    await page.getByRole('textbox').fill('  \n ');
    expect(await page.getByRole('button', { name: 'Translate Text' }).isDisabled()).toBe(true);
  });

  test('the button says that it is at work, and cannot be pressed meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/translate', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByRole('textbox').fill('the city');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    const pending = page.getByRole('button', { name: 'Translating...' });
    await pending.waitFor();
    expect(await pending.isDisabled()).toBe(true);
    gate.resolve();
    await page.getByTestId('translation').getByText('ciudad').waitFor();
    await page.unroute('**/api/translate');
  });

  test('what goes wrong is said, in the toast and beside the text, which stays; trying again is the same request', async () => {
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/translate')) keys.push(request.headers()['idempotency-key']);
    });
    await page.route('**/api/translate', (route) => route.abort('connectionfailed'), { times: 1 });
    await page.getByRole('textbox').fill('the street');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await toast(page, 'Translation Error').waitFor();
    const translation = page.getByRole('region', { name: 'Translation' });
    await translation.getByText('Network error. Please check your internet connection.').waitFor();
    // Screen readers have it from the toast.
    expect(await translation.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('textbox').inputValue()).toBe('the street');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByTestId('translation').getByText('calle').waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  test('an answer of the server is told in its own sentence', async () => {
    await pickLanguage('To', 'Japanese');
    await page.getByRole('textbox').fill('the house');
    await page.getByRole('button', { name: 'Translate Text' }).click();
    await page
      .getByText(
        'Translating from English (United States) to Japanese is not available here. This was not counted. Pick another pair.',
      )
      .first()
      .waitFor();
    await pickLanguage('To', 'Spanish');
  });

  test('text is shown as text, whatever it looks like', async () => {
    const text = '<img src=x onerror="document.title=1"> <script>document.title=2</script> & "house"';
    const title = await page.title();
    const translation = await translateTyped(text);
    expect(translation).toContain('<script>');
    expect(await page.title()).toBe(title);
  });

  test('a text that is too long is told before it is sent', async () => {
    await page.getByRole('textbox').fill('a'.repeat(5_001));
    await page.getByText('Shorten the text to 5,000 characters to translate it.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Translate Text' }).isDisabled()).toBe(true);
    await page.getByRole('textbox').fill('');
  });

  test('a quick phrase is translated with one tap', async () => {
    await page.getByRole('button', { name: 'How much does this cost?' }).click();
    await page.getByTestId('translation').getByText('¿').waitFor();
  });

  test('settings outlive a reload', async () => {
    const autoPlay = page.getByRole('switch', { name: /Auto-play/ });
    const before = await autoPlay.isChecked();
    await autoPlay.click();
    await page.getByRole('slider', { name: 'Speech speed' }).press('Home');
    await page.reload();
    expect(await page.getByRole('switch', { name: /Auto-play/ }).isChecked()).toBe(!before);
    await page.getByText('0.5x').waitFor();
  });
});
