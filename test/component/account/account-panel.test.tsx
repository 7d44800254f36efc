import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { violations } from '../../support/component/axe.ts';
import { type Answers, failure, openPage } from '../../support/component/page.tsx';
import { free } from '../../support/component/statuses.ts';
import { openCard } from '../../support/component/translator.ts';

test('a guest has no account section', async () => {
  await openPage('/', { answers: { 'billing.status': { ...free, isGuest: true } } });
  await screen.findByRole('region', { name: 'Your data' });
  expect(screen.queryByRole('region', { name: 'Account' })).toBeNull();
});

test('a new password is chosen at the login, and the page keeps the way back', async () => {
  const { user, left } = await openAccount();
  await screen.findByText('ada@parley.example', { selector: 'bdi' });
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(left).toEqual(['/api/login?returnTo=%2F&reset']);
});

test('signing out everywhere asks first, and leaves through the logout', async () => {
  const { user, left, count } = await openAccount({ 'account.sign-out-everywhere': {} as never });
  await user.click(screen.getByRole('button', { name: 'Log out everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Log out everywhere?' });
  expect(await violations(dialog)).toEqual([]);
  expect(count('account.sign-out-everywhere')).toBe(0);
  await user.click(within(dialog).getByRole('button', { name: 'Log out everywhere' }));
  await waitFor(() => expect(left).toEqual(['/api/logout']));
  expect(count('account.sign-out-everywhere')).toBe(1);
});

test('nothing happens to somebody who stays', async () => {
  const { user, left, count } = await openAccount();
  const button = screen.getByRole('button', { name: 'Log out everywhere' });
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: 'Stay logged in' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button);
  expect([left, count('account.sign-out-everywhere')]).toEqual([[], 0]);
});

test.each([
  [
    'the login fails',
    failure(502, 'provider_failed', 'The login failed.'),
    'Other devices may still be logged in.',
  ],
  ['there is no connection', undefined, 'Other devices may still be logged in.'],
  [
    'the session has ended',
    failure(401, 'session_expired', 'Your session has ended.'),
    'This session has ended already.',
  ],
])('when %s, the dialog says so and can be tried again', async (_, answer, text) => {
  const { user, left } = await openAccount({ 'account.sign-out-everywhere': answer as never });
  await user.click(screen.getByRole('button', { name: 'Log out everywhere' }));
  const dialog = await screen.findByRole('dialog');
  const confirm = within(dialog).getByRole('button', { name: 'Log out everywhere' });
  await user.click(confirm);
  expect((await within(dialog).findByRole('alert')).textContent).toContain(text);
  expect(confirm.getAttribute('aria-disabled')).toBeNull();
  expect(left).toEqual([]);
});

async function openAccount(answers: Answers = {}) {
  const page = await openPage('/', { isSignedIn: true, answers: { 'billing.status': free, ...answers } });
  await openCard('account');
  await screen.findByRole('button', { name: 'Change password' });
  return page;
}
