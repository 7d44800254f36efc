import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { violations } from '../../support/component/axe.ts';
import { type Answers, failure, openPage } from '../../support/component/page.tsx';
import { free } from '../../support/component/statuses.ts';
import { openCard } from '../../support/component/translator.ts';

test('a change begins at the login, which asks for the password', async () => {
  const { user, left } = await openAccount('/');
  await openCard('account');
  await user.click(await screen.findByRole('button', { name: 'Change email address' }));
  expect(left).toEqual(['/api/login?returnTo=%2F&confirm=email']);
});

test('back from the login, the section is open, and two steps change the address', async () => {
  const codes: unknown[] = [];
  const { user, asked } = await openAccount('/?account=email-confirmed', {
    'account.change-email': {},
    'account.confirm-email': (body) => {
      codes.push(body);
      return { email: 'ada@new.example' };
    },
  });
  const address = await screen.findByRole('textbox', { name: 'New email address' });
  await waitFor(() => expect(document.activeElement).toBe(address));
  expect(location.search).toBe('');
  await user.type(address, ' ada@new.example {Enter}');
  const code = await screen.findByRole('textbox', { name: 'Code' });
  expect(asked).toContainEqual(['account.change-email', { email: 'ada@new.example' }]);
  screen.getByText('ada@new.example', { selector: '[role=status] bdi' });
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(await violations(screen.getByRole('region', { name: 'Account' }))).toEqual([]);
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Change email address' }));
  await screen.findByText(/^From now on, you log in with/);
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe('From now on, you log in with ada@new.example.'),
  );
  expect(codes).toEqual([{ email: 'ada@new.example', code: '123456' }]);
  expect(screen.getAllByText('ada@new.example', { selector: 'bdi' })).toHaveLength(2);
});

test('what the server refuses is said at the field, and can be corrected', async () => {
  const page = await openAccount('/?account=email-confirmed', {
    'account.change-email': failure(409, 'conflict', 'Another account has this email address.'),
  });
  const address = await screen.findByRole('textbox', { name: 'New email address' });
  await page.user.type(address, 'eve@parley.example{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Another account has this email address.');
  expect(address.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  page.answer({ 'account.change-email': {}, 'account.confirm-email': undefined });
  await page.user.type(address, 'x{Enter}');
  await page.user.type(await screen.findByRole('textbox', { name: 'Code' }), '1{Enter}');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/connection|network/i));
  await page.user.click(screen.getByRole('button', { name: 'New code or address' }));
  const again = screen.getByRole<HTMLInputElement>('textbox', { name: 'New email address' });
  expect(again.value).toBe('eve@parley.examplex');
  await page.user.click(screen.getByRole('button', { name: 'Keep my address' }));
  const button = await screen.findByRole('button', { name: 'Change email address' });
  await waitFor(() => expect(document.activeElement?.contains(button)).toBe(true));
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
});

test('a slow answer is waited for once', async () => {
  const answer = Promise.withResolvers<Record<string, never>>();
  const { user, count } = await openAccount('/?account=email-confirmed', {
    'account.change-email': answer.promise,
  });
  await user.type(await screen.findByRole('textbox', { name: 'New email address' }), 'a@b.example{Enter}');
  const button = await screen.findByRole('button', { name: 'Sending…' });
  await user.click(button);
  await user.keyboard('{Enter}');
  // What was sent cannot be taken back.
  await user.click(screen.getByRole('button', { name: 'Keep my address' }));
  expect(button.isConnected).toBe(true);
  expect(count('account.change-email')).toBe(1);
  await act(async () => answer.resolve({}));
  await screen.findByRole('textbox', { name: 'Code' });
});

test('somebody whom the login did not confirm is told that nothing has changed', async () => {
  await openAccount('/?account=email-unconfirmed');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We couldn’t confirm that it’s you/);
  expect(screen.queryByRole('textbox', { name: 'New email address' })).toBeNull();
});

test('another word in the address opens nothing', async () => {
  await openAccount('/?account=anything');
  await screen.findByRole('region', { name: 'Account' });
  expect(screen.queryByRole('button', { name: 'Change email address' })).toBeNull();
});

async function openAccount(address: string, answers: Answers = {}) {
  const phone = { begunAt: '2026-11-20T12:00:00.000Z', usedAt: '2026-11-20T12:00:00.000Z' };
  const sessions = [{ id: '1', ...phone, browser: null, system: null, isCurrent: true }];
  return openPage(address, {
    isSignedIn: true,
    answers: { 'billing.status': free, 'account.sessions': { sessions }, ...answers },
  });
}
