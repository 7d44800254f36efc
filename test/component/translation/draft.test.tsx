import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { comeBack, openPage } from '../../support/component/page.tsx';
import { freeWith, guestWith } from '../../support/component/statuses.ts';
import { press, type, typedText } from '../../support/component/translator.ts';

const guest = { answers: { 'billing.status': guestWith(3) } };

test('typed text is restored after a reload without events', async () => {
  await openPage('/', guest);
  type('good evening');
  // A crash or a discarded tab sends no event.
  expect(sessionStorage.getItem('parley.draft')).toContain('good evening');
  await openPage('/', guest);
  await waitFor(() => expect(typedText().value).toBe('good evening'));
});

test('a text from the landing page is translated at once, for a guest too, and once', async () => {
  const draft = { text: 'good evening', source: 'en-US', target: 'es-ES', isFromLanding: true };
  sessionStorage.setItem('parley.draft', JSON.stringify(draft));
  const page = await openPage('/', {
    answers: { ...guest.answers, 'translation.translate': { translatedText: 'buenas tardes' } },
  });
  await screen.findByText('buenas tardes');
  expect(page.asked.find(([id]) => id === 'translation.translate')?.[1]).toMatchObject({
    text: 'good evening',
  });
  expect(JSON.parse(sessionStorage.getItem('parley.draft') ?? '{}').isFromLanding).toBeUndefined();
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

/** jsdom follows no links. */
function preventNavigation(event: Event): void {
  event.preventDefault();
}
