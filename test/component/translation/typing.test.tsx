import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { violations } from '../../support/component/axe.ts';
import { refuseClipboard } from '../../support/component/devices.ts';
import { healthOf } from '../../support/component/health.ts';
import { failure, findToast, openPage } from '../../support/component/page.tsx';
import { freeWith } from '../../support/component/statuses.ts';
import {
  openTranslator,
  press,
  translate,
  translation,
  type,
  typedText,
} from '../../support/component/translator.ts';
import { findVisible } from '../../support/component/visible.ts';

const networkError = 'Network error. Please check your internet connection.';
const retryIsFree = 'Retrying won’t use another translation.';
const translateButton = () => screen.getByText('Translate Text', { selector: 'button' });

test('a translation is copied with a tick for 2 s, or an error is shown', async () => {
  const page = await openTranslator({ clock: true });
  await translate('the house');
  const pressedAtMs = Date.now();
  press('Copy');
  within(await findToast('Copied!')).getByText('Translation copied to clipboard');
  expect(await navigator.clipboard.readText()).toBe('the house (translated)');
  await screen.findByRole('button', { name: 'Copied' });
  // On a slow machine the clock has gone on.
  const passedMs = Date.now() - pressedAtMs;
  act(() => void vi.advanceTimersByTime(1_900 - passedMs));
  screen.getByRole('button', { name: 'Copied' });
  // A second copy restarts the 2 s.
  press('Copied');
  await act(async () => {});
  act(() => void vi.advanceTimersByTime(1_500));
  screen.getByRole('button', { name: 'Copied' });
  act(() => void vi.advanceTimersByTime(500 + passedMs));
  refuseClipboard();
  press('Copy');
  within(await findToast('Copy Failed')).getByText(/^Unable to copy to clipboard/);
  expect(page.count('translation.translate')).toBe(1);
});

test('a page without a clipboard, as without HTTPS, says that nothing was copied', async () => {
  await openTranslator();
  await translate('the house');
  refuseClipboard('missing');
  press('Copy');
  await findToast('Copy Failed');
  expect(screen.queryByText('Copied!')).toBeNull();
});

test('the button shows progress and cannot be pressed until the end', async () => {
  const answer = Promise.withResolvers<{ translatedText: string }>();
  const { count } = await openTranslator({ answers: { 'translation.translate': () => answer.promise } });
  type('the city');
  fireEvent.click(translateButton());
  const pending = screen.getByText('Translating...');
  expect(pending.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(pending);
  answer.resolve({ translatedText: 'la ciudad' });
  await screen.findByTestId('translation');
  expect(count('translation.translate')).toBe(1);
});

test('a failure shows a toast and a message, keeps the text, and is retried as the same request', async () => {
  const { answer } = await openTranslator({ answers: { 'translation.translate': undefined } });
  const keys: (string | undefined)[] = [];
  const answered = fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    if (input === '/api/translate') keys.push((init.headers as Record<string, string>)['idempotency-key']);
    return answered(input, init);
  });
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  type('the street');
  fireEvent.click(translateButton());
  await findToast('Translation Error');
  const card = within(screen.getByRole('region', { name: 'Translation' }));
  await card.findByText(networkError);
  // The message may be below the input of a phone.
  await waitFor(() => expect(scroll).toHaveBeenCalled());
  // The toast announces it; the card keeps it, with the way on.
  expect(card.queryByRole('alert')).toBeNull();
  const shown = within(await findToast('Translation Error'));
  for (const text of [networkError, retryIsFree])
    expect(new Set(findVisible(text))).toEqual(new Set([card.getByText(text), shown.getByText(text)]));
  expect(findVisible('Try again')).toHaveLength(1);
  // The visitor's connection is no outage.
  expect(screen.queryByRole('link', { name: 'Check service status' })).toBeNull();
  expect(typedText().value).toBe('the street');
  answer({ 'translation.translate': { translatedText: 'la calle' } });
  press('Try again');
  // The retry takes the error away before it is answered.
  expect(document.querySelector('.toast[data-state="open"]')).toBeNull();
  await screen.findByTestId('translation');
  expect(keys).toEqual([expect.stringMatching(/^\w{26}$/), keys[0]]);
});

test('a service that is down leads to the status page, also while the toast says it', async () => {
  const { user } = await openTranslator({
    answers: { 'translation.translate': failure(502, 'provider_failed', 'No answer.') },
  });
  type('the street');
  fireEvent.click(translateButton());
  const card = within(screen.getByRole('region', { name: 'Translation' }));
  const link = await card.findByRole('link', { name: 'Check service status' });
  expect(findVisible('Check service status')).toEqual([link]);
  expect(await violations(screen.getByRole('region', { name: 'Translation' }))).toEqual([]);
  await user.click(link);
  await waitFor(() => expect(location.pathname).toBe('/status'));
});

test('a failure is shown even if the code of voice input did not load', async () => {
  vi.doMock('../../../web/translation/translator/voice.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => vi.doUnmock('../../../web/translation/translator/voice.ts'));
  await openTranslator({ answers: { 'translation.translate': undefined } });
  type('the street');
  press('Translate Text');
  within(await findToast('Translation Error')).getByText(networkError);
});

test('a text that is too long is reported before sending, to screen readers after a pause', async () => {
  await openTranslator({ clock: true, isSignedIn: true, answers: { 'billing.status': freeWith(0) } });
  const note = () => document.getElementById('text-notes')?.textContent;
  type('a'.repeat(4_499));
  expect(note()).toBe('');
  type('a'.repeat(4_950));
  expect(note()).toBe('');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(note()).toBe('50 characters left.');
  type(` ${'a'.repeat(5_012)} `);
  expect(note()).toContain('12 characters over the limit. Shorten the text to 5,000 characters or fewer.');
  expect(translateButton().getAttribute('aria-disabled')).toBe('true');
  // A full field may have been cut or not, so the note claims neither.
  for (const length of [20_000, 30_000]) {
    type('a'.repeat(length));
    expect(note()).toContain('Text beyond 20,000 characters isn’t kept. 15,000 characters over the limit.');
  }
});

test('an impossible pair is reported in the place of the answer, and its phrases are still translated', async () => {
  await openTranslator({
    cards: ['quick-actions'],
    answers: { 'system.health': healthOf({ pairs: ['es>en-US', 'en-US>fr'] }) },
  });
  const note = await screen.findByText('Parley can’t translate English to Spanish. Choose another language.');
  expect(note.closest('section')?.getAttribute('aria-labelledby')).toBe('card-translation');
  press('Getting around');
  fireEvent.click(await screen.findByText('Excuse me, where is the restroom?'));
  await waitFor(() => expect(translation()?.textContent).toBe('Disculpe, ¿dónde está el baño?'));
  expect(screen.queryByText(/^Parley can’t translate/)).toBeNull();
});

test('a part that failed to load is retried automatically', async () => {
  let isBroken = true;
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 200,
  });
  await openPage('/', {
    part: async () => {
      const { Lazy, defineLazy } = await import('../../../web/components/lazy.tsx');
      const component = defineLazy(async () => {
        if (isBroken) throw new TypeError('Failed to fetch dynamically imported module');
        return { Part: () => <p>It is here.</p> };
      }, 'Part');
      return <Lazy component={component} props={{}} />;
    },
  });
  await screen.findByText('This section didn’t load.');
  isBroken = false;
  await screen.findByText('It is here.');
});
