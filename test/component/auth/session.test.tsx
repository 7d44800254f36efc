import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Received } from '../../../web/api.ts';
import { type Answers, comeBack, failure, findToast, openPage } from '../../support/component/page.tsx';
import { active, freeWith, guestWith } from '../../support/component/statuses.ts';

const guest: Answers = { 'billing.status': guestWith(3) };
const account: Answers = { 'billing.status': freeWith(0) };
const grace: Received<'auth.user'> = {
  id: 'v',
  email: 'grace@parley.example',
  firstName: 'Grace',
  lastName: 'Hopper',
  groups: [],
  seesDashboards: true,
};
const expired = () => {
  setSignedIn(false);
  return failure(401, 'session_expired', 'Your session has ended.');
};

describe('on the translator', () => {
  test('an account without a name is called by the first part of its address', async () => {
    const nameless = { ...account, 'auth.user': { ...grace, firstName: '', lastName: '' } };
    const { user } = await openPage('/', { isSignedIn: true, answers: nameless });
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));
    const menu = within(await screen.findByRole('menu'));
    await menu.findByText('grace');
    menu.getByText('grace@parley.example');
  });

  test('the menu names the account and leads to its pages', async () => {
    const { user } = await openPage('/', { isSignedIn: true, answers: account });
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));
    const menu = within(await screen.findByRole('menu'));
    await menu.findByText('Ada Lovelace');
    menu.getByText('ada@parley.example');
    const entries = menu.getAllByRole('menuitem');
    expect(entries.map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
      ['Upgrade to Premium', '/subscription'],
      ['Manage Subscription', '/subscription-management'],
      ['User Analytics', '/analytics'],
      ['Performance Dashboard', '/performance'],
      ['Logout', '/api/logout'],
    ]);
  });

  test('the menu of a Premium account begins with its subscription', async () => {
    const { user } = await openPage('/', {
      isSignedIn: true,
      answers: { ...account, 'billing.status': active },
    });
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem')[0]?.textContent).toBe('Manage Subscription');
  });

  test('the menu offers no dashboards to users who may not see them', async () => {
    const { user } = await openPage('/', {
      isSignedIn: true,
      answers: { ...account, 'auth.user': { ...grace, seesDashboards: false } },
    });
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Upgrade to Premium',
      'Manage Subscription',
      'Logout',
    ]);
  });

  test('a message says that an account was deleted elsewhere, and the visitor continues as a guest', async () => {
    await openPage('/', {
      isSignedIn: true,
      answers: {
        'billing.status': () => {
          setSignedIn(false);
          return failure(401, 'account_deleted', 'This account was deleted.');
        },
      },
    });
    const toast = await findToast('Account Deleted');
    within(toast).getByText('This account was deleted. Sign up again, or continue as a guest.');
    await screen.findByRole('button', { name: 'Sign up' });
  });

  test('the end of a session is reported, keeps the text, and continues as a guest', async () => {
    const { user, answer } = await openPage('/', {
      isSignedIn: true,
      answers: { ...account, 'translation.translate': expired },
    });
    await screen.findByRole('button', { name: 'Account menu' });
    answer(guest);
    await user.click(textBox());
    await user.paste('the house');
    await user.click(screen.getByRole('button', { name: 'Translate Text' }));
    expect((await findToast('Session Expired')).textContent).toContain('Please log in again to continue.');
    await screen.findByRole('button', { name: 'Sign up' });
    await screen.findByRole('region', { name: 'Guest translations' });
    expect(textBox().value).toBe('the house');
  });

  test('signing out in another tab ends this one too, with its text, also while it is visible', async () => {
    const { user, left } = await openPage('/', { isSignedIn: true, answers: account });
    await user.click(await screen.findByRole('textbox', { name: 'Type your text' }));
    await user.paste('the house');
    await waitFor(() => expect(sessionStorage.getItem('parley.draft')).toContain('the house'));
    const key = 'parley.signed-out';
    dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    expect(left).toEqual([]);
    dispatchEvent(new StorageEvent('storage', { key, newValue: '1' }));
    expect(left).toEqual(['/landing']);
    expect(sessionStorage.getItem('parley.draft')).toBeNull();
  });

  test('a deleted account sees a message', async () => {
    const deleted = () => {
      setSignedIn(false);
      return failure(401, 'account_deleted', 'This account was deleted.');
    };
    await openPage('/', { isSignedIn: true, answers: { ...account, 'billing.status': deleted } });
    const toast = await findToast('Account Deleted');
    expect(toast.textContent).toContain('Sign up again, or continue as a guest.');
  });

  test('a failed login is reported, and its parameter is removed from the address', async () => {
    await openPage('/?signin=failed', { answers: guest });
    const toast = await findToast('Login Failed');
    expect(toast.textContent).toContain('You’re not logged in. Please try again.');
    expect(location.search).toBe('');
  });

  test('a login in another tab takes effect when this tab is visible again', async () => {
    const { user, answer } = await openPage('/', { answers: guest });
    await screen.findByRole('button', { name: 'Sign up' });
    await user.click(textBox());
    await user.paste('the house');
    setSignedIn(true);
    answer(account);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    const usage = await screen.findByRole('region', { name: 'Usage' });
    await waitFor(() => expect(usage.textContent).toContain('0 of 10'));
    expect(textBox().value).toBe('the house');
  });

  test('a hidden tab forgets a user before another one signs in', async () => {
    const cookies = new EventTarget();
    vi.stubGlobal('cookieStore', cookies);
    const { user, answer } = await openPage('/', { isSignedIn: true, answers: account });
    await screen.findByRole('button', { name: 'Account menu' });
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const change = async (isSignedIn: boolean, answers: Answers) => {
      setSignedIn(isSignedIn);
      answer(answers);
      await act(async () => void cookies.dispatchEvent(new Event('change')));
    };
    await change(false, guest);
    await screen.findByRole('button', { name: 'Sign up' });
    await change(true, { ...account, 'auth.user': grace });
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));
    within(await screen.findByRole('menu')).getByText('Grace Hopper');
  });

  test('a user’s id, with which their history works offline, is forgotten when they tap Logout', async () => {
    const { user, left } = await openPage('/', { isSignedIn: true, answers: account });
    await waitFor(() => expect(localStorage.getItem('parley.account')).toBe('"u"'));
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    // Also if the logout cannot be reached.
    expect(left).toEqual(['/api/logout']);
    expect(localStorage.getItem('parley.account')).toBeNull();
  });

  test('a user’s id is forgotten when their session ends, here or before the page was opened', async () => {
    await openPage('/', { isSignedIn: true, answers: account });
    await waitFor(() => expect(localStorage.getItem('parley.account')).toBe('"u"'));
    setSignedIn(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(localStorage.getItem('parley.account')).toBeNull();

    localStorage.setItem('parley.account', '"u"');
    await openPage('/privacy', { answers: guest });
    expect(localStorage.getItem('parley.account')).toBeNull();
  });

  test('a page of a former session reloads when it returns from the back-forward cache', async () => {
    const { left } = await openPage('/', { isSignedIn: true, answers: account });
    await screen.findByRole('button', { name: 'Account menu' });
    setSignedIn(false);
    act(comeBack);
    expect(left).toEqual([location.href]);
  });
});

describe('a page that requires a login', () => {
  test('shows nothing while the session is unknown', async () => {
    const user = Promise.withResolvers<Received<'auth.user'>>();
    await openPage('/performance', { isSignedIn: true, answers: { 'auth.user': user.promise } });
    await screen.findByText('One moment…');
    expect(document.querySelector('.toast')).toBeNull();
    user.resolve({
      id: 'u',
      email: 'ada@parley.example',
      firstName: '',
      lastName: '',
      groups: [],
      seesDashboards: true,
    });
    await screen.findByRole('heading', { name: 'Performance Dashboard' });
  });

  test.for(['/analytics', '/performance', '/subscription', '/subscription-management'])(
    'redirects others from %s to the login, half a second after a message',
    async (path) => {
      const { left } = await openPage(path, { clock: true });
      const toast = await findToast('Unauthorized');
      expect(toast.textContent).toContain('You are logged out. Logging in again...');
      expect(toast.dataset.tone).toBe('destructive');
      screen.getByRole('button', { name: 'Log in' });
      expect(left).toEqual([]);
      await vi.advanceTimersByTimeAsync(500);
      expect(left).toEqual([`/api/login?returnTo=${encodeURIComponent(path)}`]);
    },
  );
});

test('a page whose user signed out elsewhere goes to the login 1.5 s after a message', async () => {
  const { left, answer } = await openPage('/subscription', {
    isSignedIn: true,
    clock: true,
    answers: account,
  });
  await screen.findByRole('button', { name: 'Account menu' });
  setSignedIn(false);
  answer(guest);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await findToast('Session Expired');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(left).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(left).toEqual(['/api/login?returnTo=%2Fsubscription']);
});

function setSignedIn(isSignedIn: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = `parley_signed_in=1${isSignedIn ? '' : '; max-age=0'}`;
}

function textBox(): HTMLTextAreaElement {
  return screen.getByRole('textbox', { name: 'Type your text' });
}
