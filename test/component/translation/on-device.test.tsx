import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { violations } from '../../support/component/axe.ts';
import { guestWith } from '../../support/component/statuses.ts';
import {
  goOnline,
  openTranslator,
  press,
  translation,
  type,
  typedText,
} from '../../support/component/translator.ts';

const translateHere =
  vi.fn<typeof import('../../../web/offline/translation/translate-here.ts').translateHere>();

beforeEach(() => {
  translateHere.mockReset();
  vi.doMock('../../../web/offline/translation/translate-here.ts', () => ({ translateHere }));
  onTestFinished(() => vi.doUnmock('../../../web/offline/translation/translate-here.ts'));
});

test('without a connection the device translates, says so, and counts nothing', async () => {
  translateHere.mockResolvedValue({ translatedText: 'la casa', isOnDevice: true });
  const page = await openTranslator({ answers: { 'translation.translate': undefined } });
  await goOnline(false);
  type('the house');
  press('Translate Text');
  await screen.findByText('Translated on this device.');
  expect(translation()?.textContent).toBe('la casa');
  expect(screen.queryByText('Translate online')).toBeNull();
  expect(translateHere).toHaveBeenCalledWith('the house', 'en-US', 'es-ES', expect.any(AbortSignal));
  const before = page.count('billing.status');
  await vi.dynamicImportSettled();
  expect(page.count('billing.status')).toBe(before);
  expect(await violations()).toEqual([]);
});

test('online again, a button brings the server’s translation', async () => {
  translateHere.mockResolvedValue({ translatedText: 'la casa', isOnDevice: true });
  const page = await openTranslator({ answers: { 'translation.translate': undefined } });
  await goOnline(false);
  type('the house');
  press('Translate Text');
  await screen.findByText('Translated on this device.');
  page.answer({ 'translation.translate': { translatedText: 'la vivienda' } });
  await goOnline(true);
  await screen.findByText('Translate online');
  press('Translate online');
  await screen.findByText('la vivienda');
  expect(screen.queryByText('Translated on this device.')).toBeNull();
});

test('a guest without translations left translates on the device while offline, and meets the limit again online', async () => {
  translateHere.mockResolvedValue({ translatedText: 'la casa', isOnDevice: true });
  const page = await openTranslator({
    answers: { 'billing.status': guestWith(0), 'translation.translate': undefined },
  });
  type('the house');
  await screen.findByText('No free translations left. See options.');
  expect(translateButton().ariaDisabled).toBe('true');
  await goOnline(false);
  expect(screen.queryByText('No free translations left. See options.')).toBeNull();
  press('Translate Text');
  await screen.findByText('Translated on this device.');
  expect(translation()?.textContent).toBe('la casa');
  await goOnline(true);
  await waitFor(() => expect(translateButton().ariaDisabled).toBe('true'));
  press('Translate online');
  await screen.findByRole('dialog');
  expect(page.count('translation.translate')).toBe(1);
});

test('a page that is left in the middle of a translation keeps the text, and nothing of the answer', async () => {
  const keepTranslation = vi.fn();
  vi.doMock('../../../web/translation/history-outbox.ts', () => ({ keepTranslation, deliverWaiting() {} }));
  onTestFinished(() => vi.doUnmock('../../../web/translation/history-outbox.ts'));
  const answer = Promise.withResolvers<{ translatedText: string; isOnDevice: true }>();
  let given: AbortSignal | undefined;
  translateHere.mockImplementation((_text, _source, _target, signal) => {
    given = signal;
    return answer.promise;
  });
  await openTranslator({ answers: { 'translation.translate': undefined } });
  await goOnline(false);
  type('the house');
  press('Translate Text');
  await waitFor(() => expect(given?.aborted).toBe(false));
  await act(async () => void dispatchEvent(new Event('pagehide')));
  expect(given?.aborted).toBe(true);
  // Back restores the page. The engine cannot be interrupted.
  await act(async () => answer.resolve({ translatedText: 'la casa', isOnDevice: true }));
  await vi.dynamicImportSettled();
  expect(translation()).toBeNull();
  expect(typedText().value).toBe('the house');
  expect(keepTranslation).not.toHaveBeenCalled();
});

test('a device that is not ready leaves the words of before', async () => {
  translateHere.mockResolvedValue(undefined);
  await openTranslator({ answers: { 'translation.translate': undefined } });
  await goOnline(false);
  type('the house');
  press('Translate Text');
  await screen.findAllByText('You’re offline. Only Quick Actions work right now.');
});

test('what is wrong with a device that was ready is said in its words', async () => {
  translateHere.mockImplementation(async () => {
    const { ConnectionError } = await import('../../../web/api.ts');
    throw new ConnectionError({}, 'Your browser removed it.');
  });
  await openTranslator({ answers: { 'translation.translate': undefined } });
  await goOnline(false);
  type('the house');
  press('Translate Text');
  await screen.findAllByText('Your browser removed it.');
});

function translateButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Translate Text' });
}
