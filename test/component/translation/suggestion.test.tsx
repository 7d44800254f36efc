import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openTranslator, pair, press, translation, type } from '../../support/component/translator.ts';

const offer = 'Translate from Spanish?';

test('Spanish under English is offered as Spanish in one tap, before a translation is spent', async () => {
  const { asked, count } = await openTranslator();
  type('Necesito un médico por favor');
  await screen.findByText(offer);
  expect(count('translation.translate')).toBe(0);
  press(offer);
  await screen.findByTestId('translation');
  expect(pair()).toEqual(['es', 'en-US']);
  expect(asked.filter(([id]) => id === 'translation.translate')).toMatchObject([
    ['translation.translate', { sourceLanguage: 'es', targetLanguage: 'en-US' }],
  ]);
  expect(screen.queryByText(offer)).toBeNull();
});

test('the offer remains if the text comes back as it was, and goes with an answer or without a text', async () => {
  const text = 'Necesito un médico por favor';
  const { answer } = await openTranslator({ answers: { 'translation.translate': { translatedText: text } } });
  type(text);
  press('Translate Text');
  await screen.findByTestId('translation');
  await screen.findByText(offer);
  type('');
  expect(screen.queryByText(offer)).toBeNull();

  answer({ 'translation.translate': { translatedText: 'I need a doctor please' } });
  type(text);
  await screen.findByText(offer);
  press('Translate Text');
  await screen.findByText('I need a doctor please', { selector: '#translation-text' });
  expect(screen.queryByText(offer)).toBeNull();
  expect(translation()?.dataset.state).toBe('current');
});
