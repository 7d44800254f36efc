import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userAgents } from '../../support/browser/user-agents.ts';
import { giveVoice } from '../../support/component/devices.ts';
import { healthOf } from '../../support/component/health.ts';
import { type Answers, failure, findToast } from '../../support/component/page.tsx';
import { guestWith } from '../../support/component/statuses.ts';
import {
  giveRecogniser,
  openTranslator,
  press,
  setUserAgent,
  translate,
  type,
  typedText,
} from '../../support/component/translator.ts';

const started = ['Starting…', 'Listening'];
const noSpeech = 'No speech detected. Please speak into your microphone.';

test('speech is announced once each: progress, transcript, translation', async () => {
  const { recogniser, told } = await listen();
  await recogniser.hearing('where is');
  // Screen readers skip interim results.
  expect(screen.getByTestId('interim').closest('[aria-hidden="true"]')).not.toBeNull();
  await recogniser.heard('where is it');
  await screen.findByTestId('translation');
  expect(told()).toEqual([...started, 'where is it', 'where is it (translated)']);
});

test('words that may have been misheard are announced as such, describe the field, and are not read aloud', async () => {
  const { recogniser, told, spoken } = await listen();
  await recogniser.heard('where is hit', 0.3);
  await screen.findByTestId('translation');
  const doubt = 'Parley may have misheard. Check the text.';
  expect(told()).toEqual([...started, 'where is hit', doubt, 'where is hit (translated)']);
  expect(screen.getByRole('textbox', { description: new RegExp(doubt) })).toBe(typedText());
  // Where the eye is: above the answer.
  within(screen.getByRole('region', { name: 'Translation' })).getByText(doubt);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(spoken).toEqual([]);
  type('where is it');
  press('Translate Text');
  await waitFor(() => expect(spoken).toMatchObject([{ text: 'where is it (translated)' }]));
});

test('a failure is announced only by its toast, also the second, which opens a guide', async () => {
  const { recogniser, told } = await listen();
  await recogniser.fail('no-speech');
  await findToast('Voice Input Issue');
  const first = `Notice Voice Input Issue ${noSpeech}`;
  await waitFor(() => expect(told()).toEqual([...started, first]));
  press('Start recording');
  await recogniser.listening();
  await recogniser.fail('no-speech');
  await screen.findByRole('region', { name: 'Type instead' });
  const second = 'Voice input not working. You can type instead or try voice again.';
  await waitFor(() =>
    expect(told()).toEqual([...started, first, ...started, `Notice Voice Input Issue ${second}`]),
  );
});

test('a failure that opens a full guide is announced by its toast inside the guide', async () => {
  setUserAgent(userAgents.macChrome);
  const { recogniser, told } = await listen();
  await recogniser.fail('not-allowed');
  const dialog = await screen.findByRole('dialog', { name: 'Turn on your microphone in Chrome' });
  expect(document.activeElement?.closest('dialog')).toBe(dialog);
  await waitFor(() => within(dialog).getByText('Chrome Voice Setup Needed'));
  await waitFor(() => expect(told()).toContainEqual(expect.stringContaining('Chrome Voice Setup Needed')));
});

test('a limit is announced after the transcript by its toast inside the dialog', async () => {
  const { recogniser, told } = await listen({
    'translation.translate': () => failure(429, 'guest_limit_reached', 'Guest translation limit reached.'),
    'billing.status': guestWith(0),
  });
  await recogniser.heard('where is it');
  const dialog = await screen.findByRole('dialog');
  expect(document.activeElement?.closest('dialog')).toBe(dialog);
  await waitFor(() => within(dialog).getByText('Translation Limit Reached'));
  await waitFor(() =>
    expect(told()).toEqual([
      ...started,
      'where is it',
      expect.stringMatching(/^Notice Translation Limit Reached Sign up/),
    ]),
  );
});

test('the last free translation is announced once', async () => {
  const { recogniser, told, answer } = await listen();
  answer({ 'billing.status': guestWith(0) });
  await recogniser.heard('where is it');
  await screen.findByText('0 of 3');
  await screen.findByRole('button', { name: /No free translations left/ });
  expect(told().filter((text) => /free translations|left/.test(text))).toHaveLength(1);
});

test('a cancelled attempt announces nothing earlier', async () => {
  const { recogniser, told, user } = await listen();
  await recogniser.heard('where is it');
  await screen.findByTestId('translation');
  const before = told().length;
  press('Start recording');
  await recogniser.listening();
  await recogniser.hearing('what');
  await user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Start recording' });
  expect(told().slice(before)).toEqual(started);
});

test('translating edited text announces progress and translation, not the transcript', async () => {
  const { recogniser, told } = await listen();
  await recogniser.heard('where is it');
  await screen.findByTestId('translation');
  const before = told().length;
  type('where is she');
  press('Translate Text');
  await screen.findByText('where is she (translated)', { selector: '[data-testid]' });
  expect(told().slice(before)).toEqual(['Translating…', 'where is she (translated)']);
});

test('while listening, the focused button has no changing description', async () => {
  giveRecogniser();
  await openTranslator({ clock: true });
  screen.getByRole('button', { name: 'Start recording', description: 'Tap to speak' });
  press('Start recording');
  expect(screen.getByRole('button', { name: /Cancel|Stop/ }).getAttribute('aria-describedby')).toBeNull();
});

test('a missing voice is announced once there is something to hear, and describes both buttons', async () => {
  const told = hearLiveRegions();
  await openTranslator({ cards: ['settings'], answers: { 'system.health': healthOf() } });
  const none = 'This device has no Spanish voice. With Premium, Parley reads Spanish aloud.';
  // Only beside the settings' button, which could be pressed already.
  await waitFor(() => expect(screen.getAllByText(none)).toHaveLength(1));
  expect(told()).not.toContain(none);
  await translate('the house');
  await waitFor(() => expect(screen.getAllByText(none)).toHaveLength(2));
  const testSpeech = screen.getByRole('button', { name: 'Test speech', description: none });
  expect(testSpeech.getAttribute('aria-disabled')).toBe('true');
  expect(told().filter((text) => text === none)).toEqual([none]);
  // It stays true, and was said.
  type('the garden');
  press('Translate Text');
  await screen.findByText('the garden (translated)', { selector: '[data-testid]' });
  await waitFor(() => expect(screen.getAllByText(none)).toHaveLength(2));
  expect(told().filter((text) => text === none)).toEqual([none]);
});

/** A page that listens, with a Spanish voice. */
async function listen(answers: Answers = {}) {
  const recogniser = giveRecogniser();
  giveVoice({ languages: ['es-ES'] });
  const spoken = window.voice.said;
  const page = await openTranslator({ clock: true, answers: { ...answers, 'billing.status': guestWith(3) } });
  await screen.findByText('3 of 3');
  if (answers['billing.status']) page.answer({ 'billing.status': answers['billing.status'] });
  const told = hearLiveRegions();
  press('Start recording');
  await recogniser.listening();
  await waitFor(() => screen.getByText('Listening', { selector: '[role="status"]' }));
  return { ...page, recogniser, told, spoken };
}

/**
 * Notes what a screen reader tells of live regions: each text that comes into one, unless it is there already, and
 * nothing of what lies behind a modal dialog.
 */
function hearLiveRegions(): () => string[] {
  const live = '[role="status"], [role="alert"], [aria-live]';
  const told: string[] = [];
  const last = new WeakMap<Element, string>();
  for (const region of document.querySelectorAll(live)) last.set(region, wordsOf(region));
  function note(changes: MutationRecord[]): void {
    const regions = changes.flatMap(({ target, addedNodes }) => {
      const element = target instanceof Element ? target : target.parentElement;
      const added = [...addedNodes].flatMap((node) =>
        node instanceof Element
          ? [...(node.matches(live) ? [node] : []), ...node.querySelectorAll(live)]
          : [],
      );
      return [element?.closest(live) ?? [], added].flat();
    });
    for (const region of new Set(regions)) {
      const text = wordsOf(region);
      if (last.get(region) === text) continue;
      last.set(region, text);
      const modal = document.querySelector('dialog[open]');
      const isHeard =
        region.isConnected &&
        region.getAttribute('aria-live') !== 'off' &&
        (!modal || modal.contains(region));
      if (text !== '' && isHeard) told.push(text);
    }
  }
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return () => {
    note(observer.takeRecords());
    return [...told];
  };
}

function wordsOf(region: Element): string {
  const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (texts.nextNode()) words.push(texts.currentNode.textContent?.trim() ?? '');
  return words.filter(Boolean).join(' ');
}
