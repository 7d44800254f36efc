import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findToast } from '../../support/component/page.tsx';
import {
  openTranslator,
  pair,
  press,
  translate,
  translation,
  type,
  typedText,
} from '../../support/component/translator.ts';

test('a swap and each clearing can be undone in their card, if something was lost', async () => {
  await openTranslator();
  press('Swap languages');
  expect([pair(), screen.queryByText('Undo')]).toEqual([['es-ES', 'en-US'], null]);
  press('Swap languages');

  await translate('the house');
  press('Swap languages');
  expect([typedText().value, translation()]).toEqual(['', null]);
  undo('Languages swapped. Your text was cleared.', 'card-speech-input');
  await findToast('Undone');
  expect([pair(), typedText().value, translation()?.textContent]).toEqual([
    ['en-US', 'es-ES'],
    'the house',
    'the house (translated)',
  ]);

  press('Clear translation');
  undo('Translation cleared.', 'card-translation');
  expect(translation()?.textContent).toBe('the house (translated)');
  // The text area would bring up a phone's keyboard.
  expect(document.activeElement?.id).toBe('card-translation');
  press('Clear text');
  undo('Text cleared.', 'card-speech-input');
  expect(typedText().value).toBe('the house');
});

test('Undo waits for the visitor’s next text, and Ctrl and Z in the field brings back what was cleared', async () => {
  const { user } = await openTranslator({ clock: true });
  type('the house');
  press('Clear text');
  act(() => void vi.advanceTimersByTime(60_000));
  screen.getByText('Undo');
  expect(document.activeElement).toBe(typedText());
  await user.keyboard('{Control>}z{/Control}');
  expect(typedText().value).toBe('the house');
  expect(screen.queryByText('Undo')).toBeNull();
  press('Clear text');
  type('n');
  expect(screen.queryByText('Undo')).toBeNull();
  await user.keyboard('{Control>}z{/Control}');
  expect(typedText().value).toBe('n');
});

test('Escape leaves the text, and Ctrl and Enter translate it', async () => {
  const { user } = await openTranslator();
  await user.click(typedText());
  await user.keyboard('the cost{Control>}{Enter}{/Control}');
  await screen.findByTestId('translation');
  typedText().focus();
  // The first one stops the voice.
  await user.keyboard('{Escape}{Escape}');
  expect(document.activeElement?.id).toBe('card-speech-input');
});

test('Escape that ends an input method’s suggestion does not leave the text, also in Safari', async () => {
  const { user } = await openTranslator();
  await user.click(typedText());
  // The notes under the text handle the key.
  await user.keyboard('きょう');
  fireEvent.keyDown(typedText(), { key: 'Escape', keyCode: 229 });
  expect(document.activeElement).toBe(typedText());
});

function undo(note: string, card: string): void {
  const status = screen.getByText(note).closest('[role="status"]');
  expect(status?.closest('section')?.getAttribute('aria-labelledby')).toBe(card);
  fireEvent.click(within(status as HTMLElement).getByText('Undo'));
}
