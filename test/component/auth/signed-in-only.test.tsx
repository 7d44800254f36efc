import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../support/component/page.tsx';

test('after a failed check of the session, the focus stays during the next check', async () => {
  const { answer } = await openPage('/analytics', { isSignedIn: true, answers: { 'auth.user': undefined } });
  const button = await screen.findByText('Try again');
  button.focus();
  const held = Promise.withResolvers<undefined>();
  answer({ 'auth.user': () => held.promise });
  fireEvent.click(button);
  await screen.findByText('Trying again…');
  expect(document.activeElement?.textContent).toBe('Trying again…');
  held.resolve(undefined);
  await screen.findByText('Try again');
  expect(document.activeElement?.textContent).toBe('Try again');
});

test('offline, the page says so, and checks the session when the connection is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const page = await openPage('/analytics', { isSignedIn: true, answers: { 'auth.user': undefined } });
  await screen.findByText('You’re offline. This page needs an internet connection.');
  expect(screen.queryByText('We couldn’t confirm that you’re logged in.')).toBeNull();
  const before = page.count('auth.user');
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  await screen.findByText('We couldn’t confirm that you’re logged in.');
  expect(page.count('auth.user')).toBeGreaterThan(before);
});
