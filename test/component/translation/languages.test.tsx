import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadPhrasebook } from '../../../shared/phrasebook/books.ts';
import { type PhraseId, phrases } from '../../../shared/phrases.ts';
import {
  giveRecogniser,
  openTranslator,
  pair,
  press,
  translate,
  translationsOf,
  typedText,
} from '../../support/component/translator.ts';

const tagsOf = (element: Element | null | undefined) => [
  element?.getAttribute('lang'),
  element?.getAttribute('dir'),
];

test('a phrase and the text area that it fills have its language', async () => {
  await openTranslator({ cards: ['quick-actions'] });
  expect(tagsOf(typedText())).toEqual(['en-US', 'auto']);
  const meanings = await loadPhrasebook('en-US');
  for (const [situation, language] of [
    ['Eating out', 'zh-CN'],
    ['Talking', 'ar'],
  ] as const) {
    const phrase = phrases.find((each) => each.language === language);
    fireEvent.click(screen.getByText(situation));
    const { text = '' } = meanings.get(phrase?.id as PhraseId) ?? {};
    fireEvent.click(await screen.findByText(text));
    await waitFor(() => expect(typedText().value).toBe(phrase?.text));
    // Only right-to-left languages set the direction: other scripts may be typed as well.
    expect(tagsOf(typedText())).toEqual([language, language === 'ar' ? 'rtl' : 'auto']);
  }
});

test('a language without a flag has a globe', async () => {
  localStorage.setItem('parley.settings', '{"defaultTargetLang":"es-419"}');
  await openTranslator();
  const to = screen.getByRole('button', { name: /^To/ });
  expect(to.textContent).toBe('ToSpanish (Latin America)');
  expect(to.querySelector('[data-flag="globe"] svg')).not.toBeNull();
});

test('a pair that was used before is a chip, which sets both languages', async () => {
  localStorage.setItem('parley.pairs', '[{"source":"en-US","target":"es-ES"},{"source":"de","target":"ja"}]');
  await openTranslator();
  const chips = within(screen.getByRole('list', { name: 'Recent languages' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['German to →Japanese']);
  fireEvent.click(chips.getByRole('button'));
  expect(pair()).toEqual(['de', 'ja']);
  await translate('das Haus');
  // The other pair takes its place.
  expect(chips.getByRole('button').textContent).toBe('English to →Spanish');
});

test('the transcript has its language, also where it is edited', async () => {
  const recogniser = giveRecogniser();
  localStorage.setItem('parley.settings', '{"defaultSourceLang":"zh-HK"}');
  await openTranslator({ clock: true });
  press('Start recording');
  await recogniser.listening();
  await recogniser.hearing('火車');
  expect(tagsOf(screen.getByTestId('interim'))).toEqual(['zh-HK', 'ltr']);
  await recogniser.heard('火車站喺邊度？');
  expect(typedText().value).toBe('火車站喺邊度？');
  expect(tagsOf(typedText())).toEqual(['zh-HK', 'auto']);
});

test('a translation from the history has its language everywhere', async () => {
  const pairs = [
    ['en-US', 'ar'],
    ['ar', 'es-ES'],
  ] as const;
  const translations = translationsOf(2).map((each, index) => {
    const [sourceLanguage = '', targetLanguage = ''] = pairs[index] ?? [];
    return { ...each, sourceLanguage, targetLanguage };
  });
  await openTranslator({
    cards: ['history'],
    isSignedIn: true,
    answers: { 'translation.list': { translations, cursor: null } },
  });
  await screen.findByText('frase 2');
  for (const [row, typed, translated] of [
    [0, ['en-US', 'auto'], ['ar', 'rtl']],
    [1, ['ar', 'rtl'], ['es', 'ltr']],
  ] as const) {
    fireEvent.click(screen.getAllByText('Use again')[row] as HTMLElement);
    expect(tagsOf(typedText())).toEqual(typed);
    expect(tagsOf(screen.getByTestId('translation'))).toEqual(translated);
    expect(tagsOf(document.querySelector('[role="status"][lang]'))).toEqual(translated);
  }
});
