import { fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadCardTexts } from '../../../../shared/health-card/cards.ts';
import { violations } from '../../../support/component/axe.ts';
import { giveVoice } from '../../../support/component/devices.ts';
import { goOnline, openTranslator, press } from '../../../support/component/translator.ts';

vi.mock(import('../../../../shared/health-card/cards.ts'), async (importOriginal) => {
  const { loadCardTexts } = await importOriginal();
  return { loadCardTexts: vi.fn(loadCardTexts) };
});

const own = vi.hoisted(() => ({ language: '' }));
vi.mock(import('../../../../web/translation/health-card/own-language.ts'), () => ({
  findOwnLanguage: (source: string) => own.language || source,
}));

async function openCard() {
  const page = await openTranslator({ cards: ['quick-actions'] });
  press('Eating out');
  press('Allergy and health card');
  return { page, dialog: await screen.findByRole('dialog', { name: 'Allergy and health card' }) };
}

test('the card lists in the other language what was chosen, with crossed pictures, and asks the server nothing', async () => {
  giveVoice({ languages: ['es-ES'] });
  const { page, dialog } = await openCard();
  await goOnline(false);
  const show = within(dialog).getByRole('button', { name: 'Show in Spanish' });
  expect(show.ariaDisabled).toBe('true');
  fireEvent.click(await within(dialog).findByLabelText('I have asthma.'));
  fireEvent.click(within(dialog).getByLabelText('Peanuts'));
  fireEvent.click(within(dialog).getByLabelText(/^Crustaceans/));
  fireEvent.click(within(dialog).getByLabelText('Eggs'));
  within(dialog).getByText('Chosen: 4');
  fireEvent.click(within(dialog).getByLabelText('Eggs'));
  within(dialog).getByText('Chosen: 3');
  expect(await violations(dialog)).toEqual([]);
  const before = page.asked.length;
  fireEvent.click(show);
  const card = await screen.findByRole('dialog', { name: 'Allergy and health card in Spanish' });
  const items = within(card).getAllByRole('listitem');
  // In the order of the card.
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Crustáceos (gambas, cangrejo, langosta)Crustaceans (shrimp, crab, lobster)',
    'CacahuetesPeanuts',
    'Tengo asma.I have asthma.',
  ]);
  expect(items.map((item) => item.querySelector('[data-avoided]') !== null)).toEqual([true, true, false]);
  const introduction = within(card).getByText(/^Tengo una alergia alimentaria\./);
  expect([introduction.lang, introduction.getAttribute('translate')]).toEqual(['es', 'no']);
  within(card).getByText('This card replaces no doctor.');
  expect(await violations(card)).toEqual([]);
  press('Speak', card);
  await expect.poll(() => window.voice.said.length).toBeGreaterThan(0);
  expect(page.asked.slice(before)).toEqual([]);
});

test('the choices, and the small lines below the large ones, are in the language that the visitor reads', async () => {
  own.language = 'ja';
  onTestFinished(() => {
    own.language = '';
  });
  const { dialog } = await openCard();
  const choice = await within(dialog).findByLabelText('ピーナッツ（落花生）');
  expect(choice.closest('label')?.querySelector('span')?.lang).toBe('ja');
  fireEvent.click(choice);
  press('Show in Spanish', dialog);
  const card = await screen.findByRole('dialog', { name: 'Allergy and health card in Spanish' });
  expect(within(card).getByRole('listitem').textContent).toBe('Cacahuetesピーナッツ（落花生）');
});

test('a voice that fails is announced on the shown card', async () => {
  giveVoice({ languages: ['es-ES'], mode: 'fail' });
  const { dialog } = await openCard();
  fireEvent.click(await within(dialog).findByLabelText('Peanuts'));
  press('Show in Spanish', dialog);
  const card = await screen.findByRole('dialog', { name: 'Allergy and health card in Spanish' });
  const announced = within(card).getByRole('status');
  expect(announced.textContent).toBe('');
  press('Speak', card);
  await expect.poll(() => announced.textContent).toMatch(/^Your browser’s voice stopped/);
});

test('the chosen entries stay on the device, and can be cleared', async () => {
  localStorage.setItem('parley.health-card', '["milk","nonsense",7]');
  const { dialog } = await openCard();
  expect(await within(dialog).findByLabelText<HTMLInputElement>(/^Milk/)).toMatchObject({ checked: true });
  fireEvent.click(within(dialog).getByLabelText('I am pregnant.'));
  expect(localStorage.getItem('parley.health-card')).toBe('["milk","pregnancy"]');
  within(dialog).getByRole('button', { name: 'Clear' }).focus();
  press('Clear', dialog);
  expect(document.activeElement).toBe(within(dialog).getByRole('heading'));
  expect(localStorage.getItem('parley.health-card')).toBe('[]');
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Milk/).checked).toBe(false);
});

test('a card without allergies has sentences only', async () => {
  localStorage.setItem('parley.health-card', '["vegan"]');
  const { dialog } = await openCard();
  const show = within(dialog).getByRole('button', { name: 'Show in Spanish' });
  await expect.poll(() => show.ariaDisabled).toBeNull();
  fireEvent.click(show);
  const card = await screen.findByRole('dialog', { name: 'Allergy and health card in Spanish' });
  expect(within(card).queryByText(/alergia/)).toBeNull();
  expect(within(card).getAllByRole('listitem')).toHaveLength(1);
  press('Close', card);
  await screen.findByRole('dialog', { name: 'Allergy and health card' });
});

test('texts that did not load say so, and load when they are tried again', async () => {
  const broken = new TypeError('Failed to fetch dynamically imported module: https://parley.example/es.js');
  vi.mocked(loadCardTexts).mockRejectedValueOnce(broken);
  const { dialog } = await openCard();
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toContain('The card didn’t load. Check your connection.');
  press('Try again', dialog);
  await within(dialog).findByLabelText('Peanuts');
  expect(within(dialog).queryByRole('alert')).toBeNull();
});
