import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import { violations } from '../../support/component/axe.ts';
import { healthOf } from '../../support/component/health.ts';
import { type Answers, failure, type OpenPage, openPage } from '../../support/component/page.tsx';
import { active, guestWith } from '../../support/component/statuses.ts';

test('a style is chosen, kept and shown, and translates again only on request', async () => {
  const page = await open('de');
  await translate(page, 'Are you sure?', 'Are you sure? (de)');
  await page.user.click(screen.getByRole('button', { name: 'Style' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Translation style' }));
  await page.user.click(dialog.getByRole('radio', { name: /^Informal/ }));
  await page.user.click(dialog.getByRole('switch', { name: 'Mask swear words' }));
  await dialog.findByText(/Uses 1 of your 2 left\.$/);
  expect(await violations()).toEqual([]);
  expect(sentBy(page)).toHaveLength(1);
  await page.user.click(dialog.getByRole('button', { name: 'Translate again' }));
  await waitFor(() => expect(sentBy(page)).toHaveLength(2));
  expect(sentBy(page)[1]).toMatchObject({ formality: 'informal', profanity: 'mask' });

  // Another tab, without this one's draft. Swedish has no formality.
  sessionStorage.clear();
  const next = await open('sv');
  await screen.findByRole('button', { name: /^Style: swear words masked/ });
  await translate(next, 'Good evening', 'Good evening (sv)');
  expect(sentBy(next)[0]).toMatchObject({ profanity: 'mask' });
  expect(sentBy(next)[0]).not.toHaveProperty('formality');
});

test('a language is detected and used, and the meaning is checked once on request', async () => {
  const page = await open();
  await detect(page);
  await screen.findByText('Type in any language. Voice input stays in English.');
  await page.user.click(screen.getByRole('button', { name: /^From/ }));
  await screen.findByRole('gridcell', { name: /^Detect language/, selected: true });
  await page.user.keyboard('{Escape}');
  page.answer({
    'translation.translate': { translatedText: '¿Dónde está la estación?', detectedLanguage: 'de' },
  });
  await translate(page, 'Wo ist der Bahnhof?', '¿Dónde está la estación?');
  const detected = await screen.findByText('Detected: German');
  expect(detected.closest('[role="status"]'), 'announced').not.toBeNull();
  await screen.findByText('Uses 1 of your 2 left.');
  page.answer({ 'translation.translate': { translatedText: 'Wo ist die Station?' } });
  await page.user.click(screen.getByRole('button', { name: 'Translate back' }));
  const meaning = await screen.findByTestId('meaning');
  expect(meaning.closest('[role="status"]'), 'announced').not.toBeNull();
  expect([meaning.textContent, meaning.lang]).toEqual([expect.stringContaining('Wo ist die Station?'), 'de']);
  expect(await violations()).toEqual([]);

  // A known back translation is not requested again.
  await page.user.click(screen.getByRole('button', { name: 'Hide back translation' }));
  await page.user.click(screen.getByRole('button', { name: 'Show back translation' }));
  await screen.findByTestId('meaning');
  expect(sentBy(page)).toHaveLength(2);
  await page.user.click(screen.getByRole('button', { name: 'Use German' }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^From/ }).dataset.code).toBe('de'));
  screen.getByTestId('meaning');
  await page.user.click(screen.getByRole('button', { name: 'Clear translation' }));
  expect(screen.queryByTestId('meaning')).toBeNull();
});

test('an answer that used nothing says so, to callers with a count', async () => {
  const note = 'It came back unchanged, so it didn’t count.';
  const page = await open();
  page.answer({ 'translation.translate': { translatedText: 'Hola', uncounted: 'unchanged' } });
  await translate(page, 'Hola', 'Hola');
  await screen.findByText(note);
  expect(await violations()).toEqual([]);
  page.answer({ 'translation.translate': { translatedText: 'Hello', uncounted: 'unchanged' } });
  await page.user.click(screen.getByRole('button', { name: 'Translate back' }));
  await waitFor(() => expect(screen.getAllByText(note)).toHaveLength(2));
  page.answer({ 'translation.translate': { translatedText: 'Bye' } });
  await translate(page, 'Adiós', 'Bye');
  expect(screen.queryByText(note)).toBeNull();

  const premium = await open('es-ES', { 'billing.status': active });
  premium.answer({ 'translation.translate': { translatedText: 'Hola', uncounted: 'unchanged' } });
  await translate(premium, 'Hola', 'Hola');
  await screen.findByRole('button', { name: 'Translate back' });
  expect(screen.queryByText(note)).toBeNull();
});

test('a text without words says that it did not count, and checking it has no price', async () => {
  const page = await open();
  page.answer({ 'translation.translate': { translatedText: '12:30', uncounted: 'no-words' } });
  await translate(page, '12:30', '12:30');
  await screen.findByText('There are no words to translate, so it didn’t count.');
  await screen.findByRole('button', { name: 'Translate back' });
  expect(screen.queryByText(/^Uses/)).toBeNull();
});

test('a check can be cancelled, shows errors, and opens the limit dialog', async () => {
  const page = await open();
  await translate(page, 'Good day', 'Good day (es-ES)');
  const answer = Promise.withResolvers<Response>();
  page.answer({ 'translation.translate': answer.promise });
  const check = async () => page.user.click(await screen.findByRole('button', { name: 'Translate back' }));
  await check();
  await screen.findByText('Translating back…');
  const card = within(screen.getByRole('region', { name: 'Translation' }));
  await page.user.click(card.getByRole('button', { name: 'Cancel' }));
  answer.resolve(failure(502, 'provider_failed', 'The translation failed. Nothing was charged.'));
  await check();
  await card.findByText('The translation failed. Nothing was charged.');
  page.answer({ 'translation.translate': { translatedText: 'Good day' } });
  await page.user.click(card.getByRole('button', { name: 'Try again' }));
  await screen.findByTestId('meaning');

  page.answer({ 'billing.status': guestWith(0), 'translation.translate': { translatedText: 'Buenos días' } });
  await translate(page, 'Good morning', 'Buenos días');
  await screen.findByText('No free translations left.');
  const sent = sentBy(page).length;
  await check();
  expect((await screen.findByRole('dialog')).textContent).toContain('Create an account');
  expect(sentBy(page)).toHaveLength(sent);
});

async function open(target = 'es-ES', answers: Answers = {}): Promise<OpenPage> {
  const settings = { ...defaultSettings, autoPlay: false, defaultTargetLang: target };
  localStorage.setItem('parley.settings', JSON.stringify(settings));
  const page = await openPage('/', {
    answers: {
      'billing.status': guestWith(2),
      'system.health': everything,
      'settings.read': settings,
      'settings.save': settings,
      'translation.translate': (body) => {
        const { text, targetLanguage } = body as { text: string; targetLanguage: string };
        return { translatedText: `${text} (${targetLanguage})` };
      },
      ...answers,
    },
  });
  await screen.findByRole('region', { name: 'Your data' });
  return page;
}

async function translate({ user }: OpenPage, text: string, expected: string): Promise<void> {
  const box = screen.getByRole('textbox', { name: 'Type your text' });
  await user.clear(box);
  await user.click(box);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Translate Text' }));
  await waitFor(() => expect(screen.getByTestId('translation').textContent).toContain(expected));
}

async function detect({ user }: OpenPage): Promise<void> {
  await user.click(screen.getByRole('button', { name: /^From/ }));
  await user.click(await screen.findByText(/^For typed text/));
}

function sentBy({ asked }: OpenPage): unknown[] {
  return asked.filter(([id]) => id === 'translation.translate').map(([, body]) => body);
}

const everything = healthOf({
  options: { formality: ['de'], profanity: ['de', 'sv', 'es-ES'], detection: true },
});
