import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Received } from '../../../web/api.ts';
import { violations } from '../../support/component/axe.ts';
import { type Answers, failure, openPage } from '../../support/component/page.tsx';
import { free } from '../../support/component/statuses.ts';
import { openCard } from '../../support/component/translator.ts';

const laptop = session('laptop', { browser: 'Firefox', system: 'Linux', usedAt: ago(3_600) });
const phone = session('phone', { browser: 'Safari', system: 'iPhone', isCurrent: true });
const unknown = session('unknown', { browser: null, system: null, usedAt: ago(2 * 86_400) });
const three = { sessions: [laptop, phone, unknown] };

test('the list begins with this browser, and says when the others were opened', async () => {
  await openAccount({ 'account.sessions': three });
  const rows = await findRows();
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Safari on iPhoneThis browserLogged in: Nov 20, 2026, .*[AP]M$/),
    expect.stringMatching(/^Firefox on LinuxLogged in: .*Last opened: 1 hour agoLog out$/),
    expect.stringMatching(/^Unknown browser.*Last opened: 2 days agoLog out$/),
  ]);
  expect(await violations(screen.getByRole('region', { name: 'Account' }))).toEqual([]);
});

test('one session is ended, and the focus stays in the list', async () => {
  let end = (_answer: object) => {};
  const answer = new Promise<object>((resolve) => {
    end = resolve;
  });
  const { user, asked, count } = await openAccount({
    'account.sessions': three,
    'account.end-sessions': answer as never,
  });
  const button = await screen.findByRole('button', { name: 'Log out: Firefox on Linux' });
  await user.click(button);
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Log out all others' }));
  expect(button.textContent).toBe('Logging out…');
  await act(async () => end({}));
  await screen.findByText('Logged out: Firefox on Linux', { selector: '[role=status]' });
  expect((await findRows()).map(({ textContent }) => textContent?.slice(0, 7))).toEqual([
    'Safari ',
    'Unknown',
  ]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Where you’re logged in' }));
  expect(count('account.end-sessions')).toBe(1);
  expect(asked.some(([id]) => id === 'account.sign-out-everywhere')).toBe(false);
});

test('all others are ended at once', async () => {
  const addresses: string[] = [];
  const { user } = await openAccount({
    'account.sessions': three,
    'account.end-sessions': (_body, { pathname }) => {
      addresses.push(pathname);
      return {};
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Log out all others' }));
  await screen.findByText('All others are logged out.');
  expect(addresses).toEqual(['/api/account/sessions/others']);
  expect((await findRows()).map(({ textContent }) => textContent?.slice(0, 6))).toEqual(['Safari']);
  expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull();
});

test('a single session offers nothing to end', async () => {
  await openAccount({ 'account.sessions': { sessions: [phone] } });
  expect(await findRows()).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^Log out(:| all)/ })).toBeNull();
});

test('a list that does not load says so, and loads on demand', async () => {
  const { user, answer } = await openAccount({ 'account.sessions': undefined });
  await screen.findByText('Your sessions didn’t load. Check your connection and try again.');
  answer({ 'account.sessions': three });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findRows()).toHaveLength(3);
  expect(screen.queryByText(/didn’t load/)).toBeNull();
});

test.each([
  ['there is no connection', undefined, 'It may still be logged in.'],
  ['this session is over', failure(401, 'unauthenticated', 'x'), 'This session has ended already.'],
])('if %s, the session stays in the list, and can be ended again', async (_why, answer, text) => {
  const page = await openAccount({ 'account.sessions': three, 'account.end-sessions': answer });
  const button = await screen.findByRole('button', { name: 'Log out: Firefox on Linux' });
  await page.user.click(button);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text));
  expect(await findRows()).toHaveLength(3);
  page.answer({ 'account.end-sessions': {} });
  await page.user.click(button);
  await screen.findByText('Logged out: Firefox on Linux');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the list is asked for again when the section is opened again', async () => {
  const { user, count } = await openAccount({ 'account.sessions': three });
  await findRows();
  const section = screen.getByRole('button', { name: 'Account' });
  await user.click(section);
  await user.click(section);
  await waitFor(() => expect(count('account.sessions')).toBe(2));
});

async function openAccount(answers: Answers) {
  const page = await openPage('/', { isSignedIn: true, answers: { 'billing.status': free, ...answers } });
  await openCard('account');
  return page;
}

async function findRows(): Promise<HTMLElement[]> {
  const list = await screen.findByRole('list', { name: 'Where you’re logged in' });
  return within(list).getAllByRole('listitem');
}

function session(id: string, more: Partial<Session>): Session {
  const times = { begunAt: '2026-11-20T12:00:00.000Z', usedAt: ago(0) };
  return { id, ...times, browser: null, system: null, isCurrent: false, ...more };
}

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1_000).toISOString();
}

type Session = Received<'account.sessions'>['sessions'][number];
