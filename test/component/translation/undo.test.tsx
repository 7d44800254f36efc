import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findToast } from '../../support/component/page.tsx';
import {
  openTranslator,
  pair,
  press,
  translate,
  translation,
  typedText,
} from '../../support/component/translator.ts';

test('a swap and each clearing can be undone by their toast, which appears only if something was lost', async () => {
  await openTranslator();
  press('Swap languages');
  expect([pair(), toasts()]).toEqual([['es-ES', 'en-US'], []]);
  press('Swap languages');

  await translate('the house');
  press('Swap languages');
  expect([typedText().value, translation()]).toEqual(['', null]);
  await undo('Languages swapped');
  await findToast('Undone');
  expect([pair(), typedText().value, translation()?.textContent]).toEqual([
    ['en-US', 'es-ES'],
    'the house',
    'the house (translated)',
  ]);

  press('Clear translation');
  await undo('Translation cleared');
  expect(translation()?.textContent).toBe('the house (translated)');
  // The text area would bring up a phone's keyboard.
  expect(document.activeElement?.id).toBe('card-translation');
  press('Clear text');
  await undo('Text cleared');
  expect(typedText().value).toBe('the house');
});

test('Escape leaves the text, and Ctrl and Enter translate it', async () => {
  const { user } = await openTranslator();
  await user.click(typedText());
  await user.keyboard('the cost{Control>}{Enter}{/Control}');
  await screen.findByTestId('translation');
  typedText().focus();
  await user.keyboard('{Escape}');
  expect(document.activeElement?.id).toBe('card-speech-input');
});

async function undo(title: string): Promise<void> {
  fireEvent.click(within(await findToast(title)).getByText('Undo'));
}

function toasts(): (string | undefined)[] {
  return [...document.querySelectorAll('.toast[data-state="open"]')].map(
    ({ textContent }) => textContent ?? '',
  );
}
