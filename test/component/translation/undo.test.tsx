import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { violations } from '../../support/component/axe.ts';
import { findToast } from '../../support/component/page.tsx';
import {
  focused,
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

test('shortcuts press the buttons, but not during typing', async () => {
  const { user } = await openWithShortcuts();
  await user.keyboard('t');
  expect([focused(), typedText().value]).toEqual(['Type your text', '']);
  await user.keyboard('the cost');
  expect(typedText().value).toBe('the cost');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByTestId('translation');
  await user.keyboard('{Escape}c');
  await findToast('Copied!');
  expect(await navigator.clipboard.readText()).toBe('the cost (translated)');
  await user.keyboard('s');
  expect(pair()).toEqual(['es-ES', 'en-US']);
  await user.keyboard('z');
  expect(pair()).toEqual(['en-US', 'es-ES']);
  await user.keyboard('xx');
  expect([typedText().value, translation()]).toEqual(['', null]);
  await user.keyboard('zz');
  expect([typedText().value, translation()?.textContent]).toEqual(['the cost', 'the cost (translated)']);
  await user.keyboard('{Control>}s{/Control}{Alt>}x{/Alt}q');
  expect([pair(), typedText().value]).toEqual([['en-US', 'es-ES'], 'the cost']);
});

test('? lists the shortcuts, which can be turned off for good', async () => {
  const { user } = await openTranslator({ cards: ['settings'] });
  await user.keyboard('?');
  const list = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  list.getByText('Swap languages');
  expect(await violations(screen.getByRole('dialog'))).toEqual([]);
  // While a dialog is open, keys belong to it.
  await user.keyboard('s');
  expect(pair()).toEqual(['en-US', 'es-ES']);
  await user.click(list.getByRole('switch', { name: 'Single-key shortcuts' }));
  await user.keyboard('{Escape}');
  await user.keyboard('s?');
  expect([pair(), screen.queryByRole('dialog')]).toEqual([['en-US', 'es-ES'], null]);
  expect(localStorage.getItem('parley.shortcuts')).toBe('false');
  await user.click(screen.getByText('Keyboard shortcuts'));
  await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }));
  await user.keyboard('{Escape}');
  expect(focused()).toBe('Keyboard shortcuts');
  await user.keyboard('s');
  expect(pair()).toEqual(['es-ES', 'en-US']);
});

test('a key that is pressed before the shortcuts have loaded works when they have', async () => {
  const opening = openTranslator({ isUntouched: true });
  await screen.findByRole('textbox');
  fireEvent.keyDown(document.body, { key: 's' });
  expect(pair()).toEqual(['en-US', 'es-ES']);
  await opening;
  await waitFor(() => expect(pair()).toEqual(['es-ES', 'en-US']));
});

/** Waits for the part that holds the shortcuts; it also watches on-screen keyboards. */
async function openWithShortcuts() {
  const viewport = new EventTarget();
  const watched = vi.spyOn(viewport, 'addEventListener');
  vi.stubGlobal('visualViewport', viewport);
  const page = await openTranslator();
  await waitFor(() => expect(watched).toHaveBeenCalled());
  return page;
}

async function undo(title: string): Promise<void> {
  fireEvent.click(within(await findToast(title)).getByText('Undo'));
}

function toasts(): (string | undefined)[] {
  return [...document.querySelectorAll('.toast[data-state="open"]')].map(
    ({ textContent }) => textContent ?? '',
  );
}
