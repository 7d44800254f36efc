import type { Browser, Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Output } from '../../../shared/api/contract.ts';
import { findLanguage, languages } from '../../../shared/languages.ts';
import { launchBrowser, newGuest, openPage } from '../../support/browser/browser.ts';
import { sharedParley } from '../../support/parley/shared.ts';

const url = sharedParley.url;
test('every text of every language says which it is and which way it is read, in the history and in the cards', async () => {
  await using browser = await launchBrowser();
  const page = await open(browser);
  const more = page.getByRole('region', { name: 'History' }).getByRole('button', { name: 'Show more' });
  // Five, then 20, 40 and all.
  for (let pages = 0; pages < 3; pages++) await more.click();
  const seen = await page.evaluate(useEach);
  expect(seen).toHaveLength(kept.length);
  for (const [index, { sourceLanguage, targetLanguage, text, translatedText }] of kept.entries()) {
    const [source, target] = [tagged(sourceLanguage), tagged(targetLanguage)];
    const isPicked = languages.some(({ code }) => code === source[0]);
    expect(seen[index], text).toEqual({
      kept: [
        [text, source[0], typedAs(sourceLanguage)[1]],
        [translatedText, ...target],
      ],
      // Either code of Spanish is its own.
      typed: [text, sourceLanguage, typedAs(sourceLanguage)[1]],
      translation: [translatedText, ...target],
      announced: [translatedText, ...target],
      picked: isPicked ? [source[0], target[0]] : [expect.anything(), target[0]],
    });
  }
});

/** One translation to each language and one from each, with those that are only ever written in. */
const kept: Output<'translation.list'>['translations'] = [
  ...languages.map(({ code }, index) => [code, languages.at(index - 1)?.code ?? ''] as const),
  ...(['ar', 'bn', 'es-ES'] as const).map((code) => [code, 'en-US'] as const),
].map(([sourceLanguage, targetLanguage], index) => ({
  id: `01J00000000000000000000${String(999 - index)}`,
  text: `said in ${sourceLanguage}`,
  translatedText: `meant in ${targetLanguage}, ${index}`,
  sourceLanguage,
  targetLanguage,
  createdAt: '2026-11-20T12:00:00.000Z',
  isStarred: false,
}));

/** The tag is the one of the list; of all languages, only Arabic is read from right to left. */
function tagged(code: string): [lang: string, dir: string] {
  return [findLanguage(code)?.code ?? '', code === 'ar' ? 'rtl' : 'ltr'];
}

/** Who types may use another script than the language's own, unless that is from right to left. */
function typedAs(code: string): [lang: string, dir: string] {
  const [lang, dir] = tagged(code);
  return [lang, dir === 'rtl' ? dir : 'auto'];
}

/** Somebody who has all of `kept`, where everything can be translated. Nothing is asked of the server. */
async function open(browser: Browser): Promise<Page> {
  const context = await newGuest(browser);
  await context.addCookies([{ name: 'parley_signed_in', value: '1', url }]);
  // What is translated here does not join the history.
  await context.addInitScript(() => sessionStorage.setItem('parley.private', 'true'));
  const engine = { up: true, languages: languages.map(({ code }) => code) };
  const answers: Record<string, unknown> = {
    'auth/user': { id: '1', email: 'ada@parley.example', firstName: 'Ada', lastName: 'Lovelace', groups: [] },
    'subscription-status': { subscriptionStatus: 'free', isPremium: false, translationsUsed: 0 },
    health: {
      status: 'ok',
      engines: { translation: { ...engine, pairs: null }, recognition: engine, speech: engine },
    },
    translations: { translations: kept, cursor: null },
    translate: { translatedText: 'translated' },
  };
  for (const [name, json] of Object.entries(answers))
    await context.route(`**/api/${name}`, (route) => route.fulfill({ json }));
  const { page } = await openPage(context, url);
  await page.getByRole('region', { name: 'Your data' }).waitFor();
  return page;
}

/** In the page: uses each translation of the history again, and reads the tags of all that shows it. */
async function useEach() {
  const read = (element: Element | null | undefined) => [
    element instanceof HTMLTextAreaElement ? element.value : element?.textContent,
    element?.getAttribute('lang'),
    element?.getAttribute('dir'),
  ];
  const seen = [];
  for (const row of document.querySelectorAll('ul[aria-label="Translations"] > li')) {
    const buttons = [...row.querySelectorAll('button')];
    buttons.find((button) => button.textContent === 'Use again')?.click();
    // React shows what a press brings when the press is over.
    await Promise.resolve();
    seen.push({
      kept: [...row.querySelectorAll('p[lang]')].map(read),
      typed: read(document.querySelector('textarea')),
      translation: read(document.querySelector('[data-testid="translation"]')),
      announced: read(document.querySelector('[role="status"][lang]')),
      picked: [...document.querySelectorAll('[data-code] > span[lang]')].map((shown) => read(shown)[1]),
    });
  }
  return seen;
}
