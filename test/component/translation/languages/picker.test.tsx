import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { languages } from '../../../../shared/languages.ts';
import { violations } from '../../../support/component/axe.ts';
import { giveVoice } from '../../../support/component/devices.ts';
import { healthOf } from '../../../support/component/health.ts';
import { type OpenPage, openPage } from '../../../support/component/page.tsx';
import { focused, openTranslator } from '../../../support/component/translator.ts';

const grid = () => screen.getByRole('grid');

test('a language’s badges say who can hear and speak it, and match the record button', async () => {
  giveVoice({ languages: ['de-DE'] });
  const page = await openTranslator({
    clock: true,
    answers: { 'system.health': healthOf({ listens: ['en-US', 'de', 'fr'], speaks: ['ca'] }) },
  });
  // After this, the page no longer waits for voices.
  act(() => void vi.advanceTimersByTime(2_001));
  for (const [name, listens, muteness, note] of [
    ['German', true, '', ''],
    [
      'Catalan',
      false,
      'This device has no Catalan voice. With Premium, Parley reads Catalan aloud.',
      ' · voice with Premium',
    ],
    ['French', true, 'This device has no French voice.', ' · no voice'],
  ] as const) {
    await open(page, 'To');
    expect(badges(name)).toEqual({ microphone: listens, speaker: muteness === '' });
    expect(rowOf(name).textContent).toContain(`${name}${note}`);
    pick(name);
    await open(page, 'From');
    expect(badges(name)).toEqual({ microphone: listens, speaker: muteness === '' });
    expect(rowOf(name).textContent?.includes('typing only')).toBe(!listens);
    pick(name);
    const record = screen.getByLabelText('Start recording');
    const hint = () => document.getElementById(record.getAttribute('aria-describedby') ?? '')?.textContent;
    const wanted = listens
      ? 'Tap to speak'
      : `Speech recognition is not supported in this browser for ${name}. Type the text instead.`;
    await waitFor(() => expect(hint()).toBe(wanted));
  }
});

test('a language is pinned by the keyboard, announced, and first the next time', async () => {
  const { user } = await openPicker({ clock: true });
  await user.keyboard('swed');
  expect(activeCell()).toMatchObject({ role: 'gridcell', text: expect.stringContaining('Swedish') });
  await user.keyboard('{ArrowRight}');
  expect(activeCell()).toEqual({ role: 'button', text: 'Pin Swedish', isPressed: 'false' });
  await user.keyboard('{Enter}');
  screen.getByText('Swedish is pinned.');
  expect(activeCell()).toEqual({ role: 'button', text: 'Pin Swedish', isPressed: 'true' });
  expect(groups()).toMatchObject({ Pinned: ['Swedish'] });
  // It stays on top until the list is opened again.
  await user.keyboard(' ');
  screen.getByText('Swedish is unpinned.');
  expect(groups()).toMatchObject({ Pinned: ['Swedish'] });
  await user.keyboard(' {ArrowLeft}');
  expect(activeCell()).toMatchObject({ role: 'gridcell', text: expect.stringContaining('Swedish') });
  await user.keyboard('{Escape}');
  cleanup();
  await openPicker();
  expect(groups()).toMatchObject({ Pinned: ['Swedish'] });
});

test('keys of an input method edit the search, also in Safari, and neither pick nor close', async () => {
  const { picked } = await openPicker();
  const field = screen.getByRole('combobox', { name: 'Search languages' });
  fireEvent.change(field, { target: { value: '日本語' } });
  for (const key of ['Enter', 'Escape', 'ArrowDown']) {
    // Safari has already ended the composition, which only the key code shows.
    for (const composing of [{ isComposing: true }, { keyCode: 229 }])
      expect(fireEvent.keyDown(field, { key, ...composing })).toBe(true);
  }
  expect(picked).toEqual([]);
  screen.getByRole('combobox', { name: 'Search languages' });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(picked).toEqual(['ja']));
});

test('a search finds own and English names, highlights the typed text, and says if nothing was found', async () => {
  const { picked, user } = await openPicker();
  const field = screen.getByRole('combobox', { name: 'Search languages' });
  // A search field may not be a combobox.
  expect([field.getAttribute('type'), field.getAttribute('inputmode')]).toEqual(['text', 'search']);
  const search = (value: string) => fireEvent.change(field, { target: { value } });
  const marks = () => [...grid().querySelectorAll('mark')].map(({ textContent }) => textContent);
  // Each own name has its language.
  expect(
    [...grid().querySelectorAll<HTMLElement>('[lang]')].map(({ textContent, lang }) => [textContent, lang]),
  ).toEqual(languages.map(({ ownName, code }) => [ownName, code]));
  search('mandarin');
  expect(marks()).toEqual(['Mandarin', 'Mandarin']);
  search('port bras');
  expect(marks()).toEqual(['Port', 'Bras', 'Port']);
  expect(await violations(document.querySelector('.picker') ?? document)).toEqual([]);
  search('klingon');
  screen.getByText('No languages found.');
  await user.type(field, '{Enter}');
  expect(picked).toEqual([]);
  search('francais');
  expect(within(grid()).getAllByRole('row')).toHaveLength(2);
  await user.type(field, '{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(
    grid().querySelector('[data-active] [role="gridcell"]')?.id,
  );
  await user.type(field, '{Enter}');
  await waitFor(() => expect([picked, focused()]).toEqual([['fr-CA'], 'Opener']));
});

test('letters typed within 1 s belong together', async () => {
  await openPicker({ clock: true });
  const letter = (key: string) => fireEvent.keyDown(grid(), { key });
  letter('f');
  vi.advanceTimersByTime(999);
  letter('r');
  expect(activeCell().text).toContain('French');
  vi.advanceTimersByTime(1_000);
  letter('p');
  expect(activeCell().text).toContain('Polish');
});

/** The target list without the page, opened by a button. */
async function openPicker({ clock = false } = {}) {
  const picked: string[] = [];
  const opener = Object.assign(document.createElement('button'), { textContent: 'Opener' });
  document.body.append(opener);
  const page = await openPage('/', {
    clock,
    answers: { 'system.health': healthOf() },
    part: async () => {
      const { LanguagePicker } = await import('../../../../web/translation/languages/language-picker.tsx');
      return (
        <LanguagePicker
          label="To"
          code="es-ES"
          opener={opener}
          mainAbility="speaker"
          findRestriction={() => undefined}
          onPick={(code) => void picked.push(code)}
          onClose={() => {}}
        />
      );
    },
  });
  return { ...page, picked };
}

async function open(page: OpenPage, side: 'From' | 'To'): Promise<void> {
  const button = document.querySelectorAll('[data-code]')[side === 'From' ? 0 : 1];
  fireEvent.click(button as Element);
  await screen.findByRole('grid');
  expect(page.left).toEqual([]);
}

/** The first row with this name; pinned languages have two. */
function rowOf(name: string): HTMLElement {
  const pin = grid().querySelector(`[aria-label="Pin ${name}"]`);
  return pin?.closest('[role="row"]') as HTMLElement;
}

function pick(name: string): void {
  fireEvent.click(rowOf(name).querySelector('[role="gridcell"]') as Element);
}

function badges(name: string): Record<string, boolean> {
  const found = [...rowOf(name).querySelectorAll<HTMLElement>('[data-badge]')];
  return Object.fromEntries(
    found.map(({ dataset: { badge = '', lacking } }) => [badge, lacking === undefined]),
  );
}

/** The cell that screen readers announce. */
function activeCell() {
  const cell = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
  return cell instanceof HTMLButtonElement
    ? { role: 'button', text: cell.getAttribute('aria-label'), isPressed: cell.getAttribute('aria-pressed') }
    : { role: cell?.getAttribute('role'), text: cell?.textContent };
}

/** English names by group. */
function groups(): Record<string, string[]> {
  return Object.fromEntries(
    [...grid().querySelectorAll('[role="rowgroup"]')].map((group) => [
      group.getAttribute('aria-label') ?? '',
      [...group.querySelectorAll('button')].map((pin) => pin.getAttribute('aria-label')?.slice(4) ?? ''),
    ]),
  );
}
