import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { phrases } from '../../../../shared/phrases.ts';
import { violations } from '../../../support/component/axe.ts';
import { healthOf } from '../../../support/component/health.ts';
import { stubCaches } from '../../../support/component/storage.ts';
import {
  giveVoices,
  goOnline,
  openTranslator,
  press,
  translation,
  type,
} from '../../../support/component/translator.ts';

const answers = { 'system.health': healthOf({ pairs: ['en-US>es', 'en-US>fr', 'en-US>it'] }) };
const card = () =>
  document.querySelector<HTMLElement>('[aria-labelledby="card-quick-actions"]') as HTMLElement;
/** Saving begins with the section; the list says when it is done. */
async function phrasesAreSaved(words: RegExp): Promise<void> {
  fireEvent.pointerDown(document.body);
  press('Offline phrasebook');
  await screen.findByText(words);
  press('Getting around');
}
const station = () =>
  within(card()).getByText('Where is the train station?').closest('button') as HTMLElement;

test('a picked phrase shows its translation and a speaker in place, and the page does not move', async () => {
  stubCaches();
  const { spoken } = giveVoices('es-ES');
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await openTranslator({ cards: ['quick-actions'], answers });
  press('Getting around');
  fireEvent.click(station());
  const row = station().closest('li') as HTMLElement;
  const shown = await within(row).findByText('Where is the train station? (translated)');
  expect(shown.lang).toBe('es');
  expect(translation()?.textContent).toBe('Where is the train station? (translated)');
  await waitFor(() => expect(spoken).toHaveLength(1));
  press('Stop', row);
  press('Speak', row);
  await waitFor(() => expect(spoken).toHaveLength(2));
  expect(scroll).not.toHaveBeenCalled();
  expect(await violations(card())).toEqual([]);

  press('Shops and hotels');
  fireEvent.click(screen.getByText('How much does this cost?'));
  await screen.findByText('How much does this cost? (translated)', { selector: '[data-testid] *, li *' });
  press('Getting around');
  expect(within(card()).queryByTestId('phrase-translation')).toBeNull();
});

test('a phrase leads with what the reader understands, also one in the target language', async () => {
  stubCaches();
  await openTranslator({ cards: ['quick-actions'], answers });
  const spanish = phrases.find(({ language }) => language === 'es');
  fireEvent.click(screen.getByText(new RegExp(`^${spanish?.situation.replaceAll('-', ' ')}$`, 'i')));
  const row = within(card())
    .getByText(spanish?.gloss ?? '')
    .closest('button') as HTMLElement;
  expect(row.textContent).toBe(`${spanish?.gloss}Spanish · ${spanish?.text}`);
  const original = within(row).getByText(spanish?.text ?? '');
  expect([original.lang, original.getAttribute('translate')]).toEqual(['es', 'no']);
  fireEvent.click(row);
  await within(row).findByTestId('phrase-translation');
  expect(row.textContent).toContain(spanish?.gloss);
});

test('the button beside the record button leads to the phrases', async () => {
  stubCaches();
  await openTranslator({ cards: ['quick-actions'], answers });
  press('Phrases and history');
  expect(document.activeElement?.id).toBe('card-quick-actions');
});

test('offline, other phrases are tried and say why they fail, and so do own words', async () => {
  stubCaches();
  const { answer, user } = await openTranslator({ cards: ['quick-actions'], answers });
  await phrasesAreSaved(/^Spanish phrases are saved offline/);
  await goOnline(false);
  await user.click(document.querySelectorAll('[data-code]')[1] as Element);
  await user.click(await screen.findByText('French'));
  await within(card()).findByText(/Some phrases aren’t saved in French/);
  expect(await violations(card())).toEqual([]);
  // Browsers may be wrong about the connection.
  fireEvent.click(station());
  await within(station()).findByTestId('phrase-translation');
  answer({ 'translation.translate': undefined });
  fireEvent.click(station());
  await screen.findByText(/^You’re offline, and this phrase isn’t saved in French/);
  type('the house');
  press('Translate Text');
  await screen.findByText(/^You’re offline\. Only saved phrases work/);
  await goOnline(true);
  await phrasesAreSaved(/^French phrases are saved offline/);
  expect(station().getAttribute('aria-disabled')).toBeNull();
});

test('a button saves all languages, can be stopped, and removes them again', async () => {
  stubCaches();
  const held = Promise.withResolvers<void>();
  const page = await openTranslator({
    cards: ['quick-actions'],
    answers: {
      ...answers,
      'translation.phrases': async (_, { searchParams }) => {
        const target = searchParams.get('target') ?? '';
        if (target === 'fr') await held.promise;
        return { target, phrases: [] };
      },
    },
  });
  press('Offline phrasebook');
  await screen.findByText('Save all languages');
  press('Save all languages');
  await screen.findByText('Stop');
  press('Stop');
  expect(document.activeElement?.textContent).toBe('Offline phrasebook');
  held.resolve();
  press('Save all languages');
  await screen.findByText(/saved in all \d+ languages\./);
  expect(page.count('translation.phrases')).toBeGreaterThanOrEqual(3);
  press('Remove from this device');
  await screen.findByText(/aren’t saved offline/);
});
