import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { loadPhrasebook } from '../../../../shared/phrasebook/books.ts';
import { violations } from '../../../support/component/axe.ts';
import { giveVoice } from '../../../support/component/devices.ts';
import { guestWith } from '../../../support/component/statuses.ts';
import { goOnline, openTranslator, press, translation } from '../../../support/component/translator.ts';

vi.mock(import('../../../../shared/phrasebook/books.ts'), async (importOriginal) => {
  const { loadPhrasebook } = await importOriginal();
  return { loadPhrasebook: vi.fn(loadPhrasebook) };
});

const card = () =>
  document.querySelector<HTMLElement>('[aria-labelledby="card-quick-actions"]') as HTMLElement;
const findRow = async (text: string) => {
  const shown = await within(card()).findByText(text);
  return shown.closest('button') as HTMLElement;
};
const findStation = () => findRow('Where is the train station?');

test('a picked phrase shows its translation and a speaker in place, and the page does not move', async () => {
  giveVoice({ languages: ['es-ES'] });
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await openTranslator({ cards: ['quick-actions'] });
  press('Getting around');
  const station = await findStation();
  fireEvent.click(station);
  const row = station.closest('li') as HTMLElement;
  const shown = await within(row).findByTestId('phrase-translation');
  expect(shown.lang).toBe('es');
  expect(translation()?.textContent).toBe('¿Dónde está la estación de tren?');
  await waitFor(() => expect(window.voice.said).toHaveLength(1));
  press('Stop', row);
  press('Speak', row);
  await waitFor(() => expect(window.voice.said).toHaveLength(2));
  expect(scroll).not.toHaveBeenCalled();
  expect(await violations(card())).toEqual([]);

  press('Shops and hotels');
  fireEvent.click(await findRow('How much does this cost?'));
  expect((await within(card()).findByTestId('phrase-translation')).textContent).toBe('¿Cuánto cuesta esto?');
  press('Getting around');
  expect(within(card()).queryByTestId('phrase-translation')).toBeNull();
});

test('a guest without translations left picks phrases, also offline, without a request', async () => {
  const page = await openTranslator({
    cards: ['quick-actions'],
    answers: { 'billing.status': guestWith(0) },
  });
  within(card()).getByText('Phrases are free, and work offline.');
  await goOnline(false);
  press('Getting around');
  const station = await findStation();
  const before = page.asked.length;
  fireEvent.click(station);
  await within(card()).findByTestId('phrase-translation');
  await screen.findByText('Phrases are free, so it didn’t count.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.asked.slice(before)).toEqual([]);
});

test('a phrase is shown in both languages before it is picked, whatever language the preset words are in', async () => {
  localStorage.setItem('parley.settings', '{"defaultSourceLang":"ja","defaultTargetLang":"ru"}');
  await openTranslator({ cards: ['quick-actions'] });
  press('Eating out');
  const water = await findRow('お水を一本お願いします。');
  // Romanised, for those who cannot read the script.
  const shown = 'お水を一本お願いします。Бутылку воды, пожалуйста.Butylku vody, pozhaluysta.';
  await waitFor(() => expect(water.textContent).toBe(shown));
  const [meaning, theirs, romanised] = [
    'お水を一本お願いします。',
    'Бутылку воды, пожалуйста.',
    /^Butylku/,
  ].map((text) => within(water).getByText(text));
  expect([meaning?.lang, theirs?.lang, romanised?.lang]).toEqual(['ja', 'ru', 'ru-Latn']);
  expect(theirs?.closest('[data-voice]')?.getAttribute('data-voice')).toBe('them');
  fireEvent.click(water);
  expect(await within(water).findByTestId('phrase-translation')).toBe(theirs);
  expect(water.textContent).toBe(shown);
  expect(await violations(card())).toEqual([]);
});

test('phrases that did not load say so, and load when they are tried again', async () => {
  const broken = new TypeError('Failed to fetch dynamically imported module: https://parley.example/de.js');
  localStorage.setItem('parley.settings', '{"defaultSourceLang":"de"}');
  vi.mocked(loadPhrasebook).mockRejectedValueOnce(broken);
  await openTranslator({ cards: ['quick-actions'] });
  press('Getting around');
  const alert = await within(card()).findByRole('alert');
  expect(alert.textContent).toContain('The German phrases didn’t load. Check your connection.');
  expect(within(card()).queryByRole('listitem')).toBeNull();
  expect(await violations(card())).toEqual([]);
  press('Try again', card());
  await within(card()).findByText('Wo ist der Bahnhof?');
  expect(within(card()).queryByRole('alert')).toBeNull();
});

test('on a phone the button beside the record button leads to the phrases', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget() as MediaQueryList, { media, matches: /width < 48rem/.test(media) }),
  );
  await openTranslator({ cards: ['quick-actions'] });
  press('Phrases');
  expect(document.activeElement?.id).toBe('card-quick-actions');
});
