import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetRecogniser } from '../../../support/browser/recogniser.ts';
import { giveRecogniser, giveVoice } from '../../../support/component/devices.ts';
import { watchDownloads } from '../../../support/component/downloads.ts';
import { healthOf } from '../../../support/component/health.ts';
import { failure, type OpenPage } from '../../../support/component/page.tsx';
import { guestWith } from '../../../support/component/statuses.ts';
import {
  button,
  hear,
  openTranslator,
  pass,
  tap,
  toast,
  typedText,
  until,
} from '../../../support/component/voice.ts';

const near = 'Speak English (US)';
const far = 'Speak Spanish';
let page: OpenPage;

beforeEach(() => {
  giveRecogniser();
  giveVoice();
});

test('two people talk in turns: each reads and hears the other, and the microphone waits for the voice', async () => {
  await openConversation();
  await talk(near);
  await hear('where is');
  half('Your side').getByText('where is');
  expect(half('Their side').getByText('La otra persona está hablando.').lang).toBe('es');
  // The other side's button ends the turn, and is next.
  window.recogniser.kept = 'where is it';
  tap(far);
  half('Their side').getByText('Después le toca a usted.');
  const meant = await until(() => half('Their side').getByText('dónde está'));
  expect(meant.lang).toBe('es');
  expect(announced()).toContain('dónde está');
  await pass(200);
  expect(window.voice.said).toMatchObject([{ text: 'dónde está', lang: 'es-ES' }]);
  expect(window.recogniser.starts).toBe(1);
  await act(async () => window.voice.finish());
  await pass(1_000);
  expect(window.recogniser).toMatchObject({ starts: 2, isAtWork: true });
  window.recogniser.kept = undefined;
  await hear('buenas noches', 0.3);
  await until(() => half('Your side').getByText('good night'));
  half('Their side').getByText('Parley may have misheard. Check the text.');
  expect(page.asked.filter(([id]) => id === 'translation.translate').map(([, body]) => body)).toEqual([
    expect.objectContaining({ text: 'where is it', sourceLanguage: 'en-US', targetLanguage: 'es-ES' }),
    expect.objectContaining({ text: 'buenas noches', sourceLanguage: 'es-ES', targetLanguage: 'en-US' }),
  ]);
});

test('a screen reader finds each turn once, with who said it, and no name in the wrong language', async () => {
  await openConversation();
  await type('la mesa');
  await until(() => half('Your side').getByText('the table'));
  expect(turnsInTree()).toEqual(['Them: the table la mesa']);
  // A finger still reaches both sides' buttons; the keyboard passes each turn once.
  const buttons = document.querySelectorAll<HTMLElement>('dialog li button');
  expect([...buttons].map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
  page.answer({ 'translation.translate': failure(502, 'provider_failed', 'No answer.') });
  await type('la silla');
  await until(() => half('Their side').getByText('No answer.'));
  expect(turnsInTree()).toEqual(['Them: the table la mesa', expect.stringMatching(/^Them: la silla/)]);
  const field = screen.getByLabelText<HTMLTextAreaElement>('Text in Spanish');
  expect([field.lang, field.placeholder, field.ariaLabel]).toEqual(['es', 'Escriba aquí', null]);
});

test('a missing voice is announced with the first turn only', async () => {
  page = await openTranslator({
    settings: { defaultTargetLang: 'fr' },
    answers: {
      'translation.translate': (body) => ({ translatedText: `${(body as { text: string }).text} (fr)` }),
    },
  });
  await openView();
  const none = 'This device has no French voice.';
  const roles: (string | null)[] = [];
  for (const text of ['the table', 'the chair']) {
    await type(text, 'English (US)');
    await until(() => half('Their side').getByText(`${text} (fr)`));
    // Browsers may find their voices late.
    await pass(3_000);
    roles.push((await until(() => half('Your side').getByText(none))).getAttribute('role'));
    await pass(500);
  }
  expect(roles).toEqual(['status', null]);
});

test('a typed turn that fails is retried, and the focus moves to the side’s button', async () => {
  await openConversation({ 'translation.translate': failure(502, 'provider_failed', 'No answer.') });
  await type('la mesa');
  const problem = await until(() => half('Their side').getByText('No answer.'));
  expect(problem.closest('[role="alert"]')).not.toBeNull();
  const link = half('Their side').getByRole('link', { name: 'Check service status' });
  expect(link.getAttribute('href')).toBe('/status');
  page.answer({ 'translation.translate': { translatedText: 'the table' } });
  fireEvent.click(half('Their side').getByText('Try again'));
  await until(() => half('Your side').getByText('the table'));
  expect(document.activeElement).toBe(button(far));
});

test('Enter that ends an input method’s suggestion sends nothing, also in Safari', async () => {
  await openConversation();
  tap('Type in Spanish');
  const area = screen.getByLabelText('Text in Spanish');
  fireEvent.change(area, { target: { value: 'la mesa' } });
  fireEvent.keyDown(area, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(area, { key: 'Enter', keyCode: 229 });
  await pass(0);
  expect(page.asked.filter(([id]) => id === 'translation.translate')).toEqual([]);
});

test('a guest sees how many turns are left, and what to do when there are none', async () => {
  await openConversation({ 'billing.status': guestWith(1) });
  half('Your side').getByText('1 free translation left. Each turn uses one.');
  page.answer({ 'billing.status': guestWith(0) });
  await type('la mesa');
  await until(() => half('Your side').getByText('Create Free Account'));
  await pass(1_000);
  tap(far);
  await until(() => half('Their side').getByText(/^You’ve used your free translations\./));
  expect(window.recogniser.starts).toBe(0);
});

test('a conversation is saved, copied, cleared, and restored by Undo', async () => {
  await openConversation();
  await type('la mesa');
  await until(() => half('Your side').getByText('the table'));
  const text = 'Spanish: la mesa\nEnglish (US): the table';

  const downloads = watchDownloads();
  await choose('Save as text file');
  expect(downloads[0]?.name).toMatch(/^parley-conversation-\d{4}-\d\d-\d\d\.txt$/);
  expect(await downloads[0]?.file.text()).toContain(text);
  const dialog = document.querySelector('dialog');
  await until(() => expect(toast('Downloaded').textContent).toContain('Saved to Downloads.'));
  expect(toast('Downloaded').closest('dialog')).toBe(dialog);

  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await choose('Copy conversation');
  await until(() => expect(toast('Copied!').textContent).toContain('Conversation copied to clipboard'));
  expect(write).toHaveBeenCalledWith(text);

  await choose('Clear conversation');
  expect(half('Your side').queryByText('the table')).toBeNull();
  tap('Undo');
  half('Your side').getByText('the table');
  expect(document.activeElement).toBe(button(near));
});

test('a closed conversation leaves the page alone, and is restored on the tab’s next page', async () => {
  page = await openTranslator();
  fireEvent.change(typedText(), { target: { value: 'the page’s own' } });
  await openView();
  await type('la mesa');
  await until(() => half('Your side').getByText('the table'));
  await pass(200);
  expect(window.voice.said).toMatchObject([{ text: 'the table' }]);
  expect(speechSynthesis.speaking).toBe(true);
  tap('Close');
  expect(document.querySelector('dialog')).toBeNull();
  expect(speechSynthesis.speaking).toBe(false);
  expect(typedText().value).toBe('the page’s own');
  expect(screen.queryByTestId('translation')).toBeNull();
  await openView();
  half('Your side').getByText('the table');
  cleanup();
  await openConversation();
  await until(() => half('Your side').getByText('the table'));
  half('Their side').getByText('la mesa');
});

test('a side whose language cannot be recognised here has its button off', async () => {
  forgetRecogniser();
  await openConversation();
  expect(button(far).ariaDisabled).toBe('true');
  expect(button(near).ariaDisabled).toBeNull();
});

test('a direction that cannot be translated is named, and no other', async () => {
  await openConversation({ 'system.health': healthOf({ pairs: ['es>en-US'] }) });
  const dialog = screen.getByRole('dialog', { name: 'Conversation' });
  const note = await until(() => within(dialog).getByText(/^Parley can’t translate/));
  expect(note.parentElement?.textContent).toBe('Parley can’t translate English (US) to Spanish.');
});

async function openConversation(answers = {}): Promise<void> {
  page = await openTranslator({ answers });
  await openView();
}

async function openView(): Promise<void> {
  tap('Conversation');
  await until(() => button(near));
}

function half(side: 'Your side' | 'Their side') {
  return within(screen.getByLabelText(side));
}

async function talk(name: string): Promise<void> {
  tap(name);
  await pass(1_000);
  await until(() => expect(window.recogniser.isAtWork).toBe(true));
}

/** The side with this language types. */
async function type(text: string, language = 'Spanish'): Promise<void> {
  if (!screen.queryByLabelText(`Text in ${language}`)) tap(`Type in ${language}`);
  const area = screen.getByLabelText(`Text in ${language}`);
  fireEvent.change(area, { target: { value: text } });
  fireEvent.keyDown(area, { key: 'Enter' });
  await pass(0);
}

async function choose(entry: string): Promise<void> {
  fireEvent.keyDown(within(document.querySelector('dialog') as HTMLElement).getByLabelText('More'), {
    key: 'Enter',
  });
  await pass(50);
  fireEvent.click(screen.getByText(entry));
  await pass(50);
}

/** The turns that screen readers find, in order. */
function turnsInTree(): string[] {
  return [...document.querySelectorAll('dialog li')]
    .filter((turn) => !turn.closest('[aria-hidden="true"]'))
    .map((turn) => [...turn.querySelectorAll('span, p')].map(({ textContent }) => textContent).join(' '));
}

/** The announcements for screen readers. */
function announced(): (string | null)[] {
  return [...document.querySelectorAll('dialog [role="status"]')].map(({ textContent }) => textContent);
}
