import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { violations } from '../../support/component/axe.ts';
import { type Answers, failure, openPage } from '../../support/component/page.tsx';
import { free } from '../../support/component/statuses.ts';
import { openCard } from '../../support/component/translator.ts';

const key = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGHIJKLMNOPQRST';

test('it begins at the login, which asks for the password', async () => {
  const { user, left } = await openAccount('/');
  await openCard('account');
  await user.click(await screen.findByRole('button', { name: 'Set up or turn off' }));
  expect(left).toEqual(['/api/login?returnTo=%2F&confirm=second-factor']);
});

test('back from the login, the key is there as a picture, a link and a text, and a code turns it on', async () => {
  const codes: unknown[] = [];
  const { user } = await openAccount('/?account=second-factor-confirmed', {
    'account.begin-second-factor': { key },
    'account.confirm-second-factor': (body) => {
      codes.push(body);
      return {};
    },
  });
  const code = await screen.findByRole('textbox', { name: 'Code from the app' });
  // People read first: the focus is at the heading, and the field is not far.
  const heading = screen.getByRole('heading', { name: 'Two-step login' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(location.search).toBe('');
  const section = screen.getByRole('region', { name: 'Account' });
  const picture = within(section).getByRole('img', { name: 'QR code with the key below' });
  await waitFor(() => expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M0 0h1v1h-1zM1 0/));
  expect(
    within(section)
      .getByRole('link', { name: /Open it here/ })
      .getAttribute('href'),
  ).toBe(`otpauth://totp/Parley%3Aada%40parley.example?secret=${key}&issuer=Parley`);
  within(section).getByText(key.match(/.{4}/g)?.join(' ') ?? '');
  await user.click(within(section).getByRole('button', { name: 'Copy key' }));
  expect(await navigator.clipboard.readText()).toBe(key);
  expect(await violations(screen.getByRole('region', { name: 'Account' }))).toEqual([]);
  await user.type(code, '123 456{Enter}');
  await within(section).findByText(/^Two-step login is on\. From now on/);
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(codes).toEqual([{ code: '123456' }]);
  expect(within(section).queryByText(/ABCD EFGH/)).toBeNull();
});

test('a wrong code is said at the field, and can be corrected', async () => {
  const page = await openAccount('/?account=second-factor-confirmed', {
    'account.begin-second-factor': { key },
    'account.confirm-second-factor': failure(422, 'code_refused', 'This code isn’t right.'),
  });
  const code = await screen.findByRole('textbox', { name: 'Code from the app' });
  await page.user.type(code, '1{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('This code isn’t right.');
  expect(code.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  page.answer({ 'account.confirm-second-factor': {} });
  await page.user.type(code, '2{Enter}');
  await screen.findByText(/^Two-step login is on\. From now on/);
});

test('an account that has it can turn it off, or keep it', async () => {
  const page = await openAccount('/?account=second-factor-confirmed', {
    'account.begin-second-factor': { key: null },
    'account.end-second-factor': undefined,
  });
  const turnOff = await screen.findByRole('button', { name: 'Turn off' });
  screen.getByText('Two-step login is on.');
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  await page.user.click(turnOff);
  await screen.findByRole('alert');
  page.answer({ 'account.end-second-factor': {} });
  await page.user.click(turnOff);
  await screen.findByText(/^Two-step login is off\./);
});

test('a key that does not come can be asked for again, and an old confirmation leads to a new one', async () => {
  const page = await openAccount('/?account=second-factor-confirmed', {
    'account.begin-second-factor': failure(502, 'provider_failed', 'Our login service had a problem.'),
  });
  await screen.findByText('Our login service had a problem.');
  page.answer({
    'account.begin-second-factor': failure(409, 'conflict', 'Please confirm your password again.'),
  });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Please confirm your password again.');
  await page.user.click(screen.getByRole('button', { name: 'Set up or turn off' }));
  expect(page.left).toEqual(['/api/login?returnTo=%2F&confirm=second-factor']);
});

test('somebody whom the login did not confirm is told that nothing has changed', async () => {
  const { asked } = await openAccount('/?account=second-factor-unconfirmed');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We couldn’t confirm that it’s you/);
  expect(asked.filter(([id]) => id === 'account.begin-second-factor')).toEqual([]);
});

async function openAccount(address: string, answers: Answers = {}) {
  return openPage(address, {
    isSignedIn: true,
    answers: { 'billing.status': free, 'account.sessions': { sessions: [] }, ...answers },
  });
}
