import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '../../../shared/settings.ts';
import { lastRequest } from '../../../web/translation/translator/run-translator.ts';
import { openLanding } from '../../support/component/landing.ts';
import { comeBack, openPage } from '../../support/component/page.tsx';
import { freeWith, guestWith } from '../../support/component/statuses.ts';
import { pair, press, translate, translation, type, typedText } from '../../support/component/translator.ts';

const guest = { answers: { 'billing.status': guestWith(3) } };

test('typed text is restored after a reload without events', async () => {
  await openPage('/', guest);
  type('good evening');
  // A crash or a discarded tab sends no event.
  expect(sessionStorage.getItem('parley.draft')).toContain('good evening');
  await openPage('/', guest);
  await waitFor(() => expect(typedText().value).toBe('good evening'));
});

test('a translation is still there after a reload without events, and costs no other one', async () => {
  const translated = { ...guest.answers, 'translation.translate': { translatedText: 'buenas tardes' } };
  await openPage('/', { answers: translated });
  await translate('good evening');
  const page = await openPage('/', { answers: translated });
  await waitFor(() => expect(translation()?.textContent).toBe('buenas tardes'));
  expect(typedText().value).toBe('good evening');
  expect(page.count('translation.translate')).toBe(0);
});

test('a text whose translation a reload has interrupted is the same request afterwards', async () => {
  const keys: unknown[] = [];
  const openWithKeys = async () => {
    const page = await openPage('/', {
      answers: { ...guest.answers, 'translation.translate': () => new Promise(() => {}) },
    });
    const answered = fetch;
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (input === '/api/translate') keys.push((init.headers as Record<string, string>)['idempotency-key']);
      return answered(input, init);
    });
    return page;
  };
  await openWithKeys();
  type('good evening');
  press('Translate Text');
  await waitFor(() => expect(keys).toHaveLength(1));
  act(() => void dispatchEvent(new Event('pagehide')));
  cleanup();
  // A page that is loaded again remembers only what is stored.
  Object.assign(lastRequest, { request: '', key: '' });
  await openWithKeys();
  await waitFor(() => expect(typedText().value).toBe('good evening'));
  press('Translate Text');
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys).toEqual([expect.stringMatching(/^\w{26}$/), keys[0]]);
});

test('a text from the landing page is translated at once, for a guest too, and once', async () => {
  const [address = ''] = await leaveLanding('good evening');
  const page = await openPage(address, {
    answers: { ...guest.answers, 'translation.translate': { translatedText: 'buenas tardes' } },
  });
  await screen.findByText('buenas tardes');
  expect(page.asked.find(([id]) => id === 'translation.translate')?.[1]).toMatchObject({
    text: 'good evening',
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
  });
  expect(JSON.parse(sessionStorage.getItem('parley.draft') ?? '{}').isFromLanding).toBeUndefined();
});

test('without storage, a text from the landing page comes by the address', async () => {
  const broken = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Forbidden', 'SecurityError');
  });
  const [address = ''] = await leaveLanding('good evening');
  broken.mockRestore();
  // An earlier choice, which the address changes.
  localStorage.setItem('parley.settings', JSON.stringify({ ...defaultSettings, defaultTargetLang: 'it' }));
  await openPage(address, guest);
  await waitFor(() => expect(typedText().value).toBe('good evening'));
  await waitFor(() => expect(pair()).toEqual(['en-US', 'es']));
});

test('typed text is restored after a visit to another page', async () => {
  const { user } = await openPage('/', guest);
  type('good evening');
  await user.click(screen.getByRole('link', { name: 'Privacy Policy' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Type your text' })).toBeNull());
  act(() => history.back());
  await waitFor(() => expect(typedText().value).toBe('good evening'));
});

test('a text that a swap has cleared does not return', async () => {
  await openPage('/', guest);
  type('good evening');
  press('Swap languages');
  await openPage('/', guest);
  expect(typedText().value).toBe('');
});

test('after a logout, Back shows no text to the next person', async () => {
  document.addEventListener('click', preventNavigation);
  onTestFinished(() => document.removeEventListener('click', preventNavigation));
  const account = { isSignedIn: true, answers: { 'billing.status': freeWith(0) } };
  const { user } = await openPage('/', account);
  type('good evening');
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  act(comeBack);
  await openPage('/', guest);
  expect(typedText().value).toBe('');
});

/** @returns the addresses that the landing page leads to */
async function leaveLanding(text: string): Promise<readonly string[]> {
  const left = await openLanding();
  fireEvent.change(screen.getByRole('textbox', { name: 'Type your text' }), { target: { value: text } });
  screen.getByRole('button', { name: 'Translate Text' }).click();
  return left;
}

/** jsdom follows no links. */
function preventNavigation(event: Event): void {
  event.preventDefault();
}
