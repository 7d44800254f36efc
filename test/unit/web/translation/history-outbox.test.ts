import { beforeEach, expect, test, vi } from 'vitest';

import { stubStorage } from '../../../support/component/storage.ts';

const spoken = {
  text: 'the house',
  translatedText: 'la casa',
  sourceLanguage: 'en-US',
  targetLanguage: 'es-ES',
};
const saved = vi.fn<(...given: unknown[]) => Promise<void>>(async () => {});
let stored: Map<string, string>;
let isMissing: boolean;

// A file that a browser could not fetch.
vi.mock('../../../../web/translation/history/local-history.ts', () => ({
  get saveTranslation() {
    if (isMissing) throw new TypeError('Failed to fetch dynamically imported module');
    return saved;
  },
}));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00.000Z') });
  saved.mockClear();
  isMissing = true;
  stored = stubStorage('sessionStorage');
  stubStorage('localStorage');
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('a translation waits until the history’s code has loaded, and keeps its time', async () => {
  const { keepTranslation } = await openPage();
  keepTranslation(spoken, '01A', undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).not.toHaveBeenCalled();
  isMissing = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved.mock.calls).toEqual([[spoken, '01A', undefined, '2026-11-27T12:00:00.000Z']]);
  expect(stored.size).toBe(0);
});

test('if it never loads, the visitor is told to reload, and the next page saves it', async () => {
  const { keepTranslation } = await openPage();
  const { toasts } = await import('../../../../web/components/toasts/toasts.ts');
  const show = vi.spyOn(toasts, 'show');
  keepTranslation(spoken, '01A', undefined);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(show.mock.calls).toMatchObject([[{ title: 'Not Saved Yet' }]]);
  isMissing = false;
  const next = await openPage();
  next.deliverWaiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved.mock.calls).toEqual([[spoken, '01A', undefined, '2026-11-27T12:00:00.000Z']]);
  expect(stored.size).toBe(0);
});

test('unsaved translations of another user wait for that user', async () => {
  localStorage.setItem('parley.account', '"ada"');
  const { keepTranslation, deliverWaiting } = await openPage();
  keepTranslation(spoken, '01A', undefined);
  await vi.advanceTimersByTimeAsync(0);
  localStorage.setItem('parley.account', '"grace"');
  isMissing = false;
  deliverWaiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).not.toHaveBeenCalled();
  localStorage.setItem('parley.account', '"ada"');
  deliverWaiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toHaveBeenCalledOnce();
});

test.each(['5', '[5]', '[{"requestId":"01A"}]'])('what cannot be read is not delivered: %s', async (json) => {
  stored.set('parley.history-outbox', json);
  isMissing = false;
  (await openPage()).deliverWaiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).not.toHaveBeenCalled();
});

function openPage() {
  vi.resetModules();
  return import('../../../../web/translation/history-outbox.ts');
}
