import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Received } from '../../../web/api.ts';
import type { Status } from '../../../web/billing/status.ts';
import { violations } from '../../support/component/axe.ts';
import { type Answers, comeBack, failure, findToast, openPage } from '../../support/component/page.tsx';
import { active, canceled, endsAt, free, pastDue, trialing } from '../../support/component/statuses.ts';

const date = 'November 28, 2026';
const login = '/api/login?returnTo=%2Fsubscription-management';

const due = ['Update Payment', 'Cancel Subscription', 'Payment method and invoices'];
const states: [name: string, Status, badge: string, says: string, offers: string[]][] = [
  ['free', free, 'Free', 'Free Plan', ['Upgrade Now']],
  [
    'trialing',
    trialing,
    'Free Trial',
    'charged $4.99/month unless',
    ['Switch to yearly', 'Cancel Subscription', due[2] ?? ''],
  ],
  ['cancelled', canceled, 'Cancelled', `Access Ends${date}`, ['Reactivate', due[2] ?? '']],
  ['past due with Premium', pastDue, 'Past Due', 'Payment Failed', due],
  ['past due after the trial', { ...pastDue, isPremium: false }, 'Past Due', 'Premium is paused', due],
];

test('a disputed payment is shown with the possible actions', async () => {
  await open({ ...pastDue, isPremium: false, isDisputed: true, due: null });
  const text = screen.getByRole('main').textContent;
  expect(text).toContain('Payment Disputed');
  expect(text).toContain('paused until your bank decides');
  expect(text).toContain('Premium Monthly');
  expect(text).not.toMatch(/Payment Failed| due/);
  expect(screen.queryByRole('button', { name: 'Update Payment' })).toBeNull();
  screen.getByRole('button', { name: 'Cancel Subscription' });
  expect(await violations()).toEqual([]);
});

test('a renewal that the bank wants confirmed opens its invoice, and another card stays possible', async () => {
  const page = await open({ ...pastDue, isPremium: false, needsConfirmation: true });
  const text = screen.getByRole('main').textContent;
  expect(text).toContain('Confirm Your Payment');
  expect(text).toContain('Premium is paused until you do.');
  expect(text).not.toContain('Payment Failed');
  screen.getByRole('button', { name: 'Update Payment' });
  expect(await violations()).toEqual([]);
  page.answer({ 'billing.portal': { url: 'https://invoice.stripe.com/i/1' } });
  await page.user.click(screen.getByRole('button', { name: 'Confirm Payment' }));
  await waitFor(() => expect(page.left).toEqual(['https://invoice.stripe.com/i/1']));
  expect(actionsOf(page)).toEqual([['billing.portal', { opens: 'due' }]]);
});

test.for(states)(
  'a subscription that is %s is shown with the possible actions',
  async ([, status, badge, says, offers]) => {
    await open(status);
    await findBadge(badge);
    expect(screen.getByRole('main').textContent).toContain(says);
    const actions = within(screen.getByRole('region', { name: 'Subscription Actions' })).getAllByRole(
      'button',
    );
    expect(actions.map(({ textContent }) => textContent)).toEqual(offers);
    expect(await violations()).toEqual([]);
  },
);

test('upgrading loads the document with the plans, and help links to the billing address', async () => {
  const { user, left } = await open(free);
  const help = within(screen.getByRole('region', { name: 'Need Help?' }));
  expect(help.getByRole('link').getAttribute('href')).toBe('mailto:hello@parley.example');
  await user.click(screen.getByRole('button', { name: 'Upgrade Now' }));
  expect(left).toEqual(['/subscription']);
});

test('a failed load can be retried, and links home', async () => {
  const page = await openPage('/subscription-management', { isSignedIn: true });
  const alert = await screen.findByRole('alert');
  within(alert).getByText('There was an error loading your subscription details.');
  expect(screen.getByRole('link', { name: 'Return Home' }).getAttribute('href')).toBe('/');
  expect(await violations()).toEqual([]);
  page.answer({ 'billing.status': free });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Upgrade Now' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Manage Subscription'));
});

test('a page from the back-forward cache reads the status again', async () => {
  const page = await open(pastDue);
  page.answer({ 'billing.status': active });
  comeBack();
  await findBadge('Active');
  expect(page.count('billing.status')).toBe(2);
});

describe('cancelling', () => {
  test('says what is lost and when, keeps the dialog open during the request, and shows the new status', async () => {
    const answer = Promise.withResolvers<Received<'billing.cancel'>>();
    const page = await open(trialing, { 'billing.cancel': answer.promise });
    await press(page, 'Cancel Subscription');
    const dialog = screen.getByRole('dialog', { name: 'Cancel your subscription?' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Unlimited translations',
      'Premium speech recognition',
      'High-quality audio synthesis',
      'Translation history',
    ]);
    expect(dialog.textContent).toContain(`You keep access until ${date}.`);
    expect(await violations()).toEqual([]);
    await press(page, 'Yes, Cancel');
    const pending = await within(dialog).findByRole('button', { name: 'Cancelling…' });
    expect(isDisabled(pending)).toBe(true);
    expect(isDisabled(within(dialog).getByRole('button', { name: 'Keep Subscription' }))).toBe(true);
    await page.user.click(pending);
    await page.user.keyboard('{Escape}');
    expect(dialog.isConnected).toBe(true);
    page.answer({ 'billing.status': { ...canceled, trialEndsAt: endsAt } });
    answer.resolve({ isEnded: false });
    const toast = await findToast('Subscription Cancelled');
    expect(toast.textContent).toContain("You'll retain access until the end of your billing period.");
    await findBadge('Cancelled');
    expect(dialog.isConnected).toBe(false);
    expect(actionsOf(page)).toEqual([['billing.cancel', {}]]);
    expect(document.activeElement?.textContent).toBe('Reactivate');
  });

  test('sends the reason that was chosen', async () => {
    const page = await open(active, { 'billing.cancel': { isEnded: false } });
    await press(page, 'Cancel Subscription');
    const reason = screen.getByRole('combobox', { name: 'Why are you cancelling? (optional)' });
    await page.user.selectOptions(reason, 'It costs too much');
    await press(page, 'Yes, Cancel');
    await findToast('Subscription Cancelled');
    expect(actionsOf(page)).toEqual([['billing.cancel', { reason: 'too_expensive' }]]);
  });

  test.for(['Keep Subscription', 'Close'])('is not done after %s', async (keep) => {
    const page = await open(active);
    await press(page, 'Cancel Subscription');
    await press(page, keep);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(actionsOf(page)).toEqual([]);
  });

  test('that fails closes the dialog and gives the reason of the server', async () => {
    const page = await open(active, {
      'billing.cancel': failure(503, 'payments_unavailable', 'Payments aren’t set up here.'),
    });
    await press(page, 'Cancel Subscription');
    await press(page, 'Yes, Cancel');
    const toast = await findToast('Cancellation Failed');
    expect(toast.textContent).toContain('Payments aren’t set up here.');
    expect(toast.dataset.tone).toBe('destructive');
    await waitFor(() => expect(page.count('billing.status')).toBe(2));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Cancel Subscription');
  });

  test('while a payment is due says that the subscription ends now and that nothing is charged', async () => {
    const page = await open({ ...pastDue, isPremium: false }, { 'billing.cancel': { isEnded: true } });
    await press(page, 'Cancel Subscription');
    const dialog = screen.getByRole('dialog', { name: 'Cancel your subscription?' });
    expect(dialog.textContent).toContain('ends now, and you don’t have to pay the outstanding amount.');
    expect(within(dialog).queryByRole('listitem')).toBeNull();
    expect(dialog.textContent).not.toContain(date);
    page.answer({ 'billing.status': free });
    await press(page, 'Yes, Cancel');
    const toast = await findToast('Subscription Cancelled');
    expect(toast.textContent).toContain('We won’t charge you again.');
    await findBadge('Free');
    expect(document.activeElement?.textContent).toBe('Upgrade Now');
  });

  test('shows no status where the new one cannot be read', async () => {
    const page = await open(active, { 'billing.cancel': { isEnded: false } });
    await press(page, 'Cancel Subscription');
    page.answer({ 'billing.status': undefined });
    await press(page, 'Yes, Cancel');
    await findToast('Subscription Cancelled');
    await screen.findByText('Unable to Load Subscription');
    expect(screen.queryByText('Active')).toBeNull();
  });
});

test.for([
  ['cancelled', active, 'Yes, Cancel', 'billing.cancel', canceled, 'Cancelled'],
  ['reactivated', canceled, 'Reactivate', 'billing.reactivate', active, 'Active'],
] as const)(
  'a subscription is %s once, even if the button is pressed twice',
  async ([, before, name, id, after, badge]) => {
    const answer = Promise.withResolvers<never>();
    const page = await open(before, { [id]: answer.promise });
    if (before === active) await press(page, 'Cancel Subscription');
    const button = screen.getByRole('button', { name });
    button.click();
    button.click();
    await waitFor(() => expect(isDisabled(button)).toBe(true));
    button.click();
    page.answer({ 'billing.status': after });
    answer.resolve({ isEnded: false } as never);
    await findBadge(badge);
    expect(actionsOf(page)).toEqual([[id, {}]]);
  },
);

test('reactivating too late gives the reason, and shows the end', async () => {
  const page = await open(canceled, {
    'billing.reactivate': failure(409, 'conflict', 'Your subscription has ended.'),
  });
  page.answer({ 'billing.status': free });
  await press(page, 'Reactivate');
  expect((await findToast('Reactivation Failed')).textContent).toContain('Your subscription has ended.');
  await findBadge('Free');
});

test.for([
  ['Update Payment', 'card'],
  ['Payment method and invoices', 'invoices'],
] as const)('%s leaves for the payment page of Stripe', async ([name, opens]) => {
  const url = 'https://billing.stripe.example/session';
  const page = await open(pastDue, { 'billing.portal': { url } });
  await press(page, name);
  await waitFor(() => expect(page.left).toEqual([url]));
  expect(actionsOf(page)).toEqual([['billing.portal', { opens }]]);
});

describe('after a change of card', () => {
  test('the payment is polled every 2 s until it succeeds', async () => {
    const page = await returnWithCard();
    await waitFor(() => expect(location.search).toBe(''));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.count('billing.status')).toBe(2);
    page.answer({ 'billing.status': active });
    await vi.advanceTimersByTimeAsync(2_000);
    await screen.findByText('Your payment went through. Thank you.');
    await findBadge('Active');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(page.count('billing.status')).toBe(3);
  });

  test('a payment is late after 30 s, and can be checked again', async () => {
    const page = await returnWithCard();
    await vi.advanceTimersByTimeAsync(30_000);
    await screen.findByText(/^Your payment hasn’t gone through yet\./);
    await press(page, 'Check again');
    await screen.findByText('Checking your payment…');
    expect(document.activeElement?.textContent).toBe('Manage Subscription');
    page.answer({ 'billing.status': active });
    await vi.advanceTimersByTimeAsync(2_000);
    await screen.findByText('Your payment went through. Thank you.');
  });

  async function returnWithCard() {
    const page = await openPage('/subscription-management?returned=card', {
      isSignedIn: true,
      clock: true,
      answers: { 'billing.status': pastDue },
    });
    await screen.findByText('Checking your payment…');
    return page;
  }
});

test('an action after the end of the session leads to the login, 1.5 s after a message', async () => {
  const page = await openPage('/subscription-management', {
    isSignedIn: true,
    clock: true,
    answers: {
      'billing.status': canceled,
      'billing.reactivate': failure(401, 'unauthenticated', 'Please sign in to continue.'),
    },
  });
  const pressedAtMs = Date.now();
  await press(page, 'Reactivate');
  const toast = await findToast('Session Expired');
  expect(toast.textContent).toContain('Please log in again to continue.');
  // On a slow machine the clock has gone on.
  const passedMs = Date.now() - pressedAtMs;
  await vi.advanceTimersByTimeAsync(1_400 - passedMs);
  expect(page.left).toEqual([]);
  await vi.advanceTimersByTimeAsync(100 + passedMs);
  expect(page.left).toEqual([login]);
});

async function open(status: Status, answers: Answers = {}) {
  const page = await openPage('/subscription-management', {
    isSignedIn: true,
    answers: { 'billing.status': status, ...answers },
  });
  await screen.findByRole('region', { name: 'Subscription Actions' });
  return page;
}

type Page = Awaited<ReturnType<typeof openPage>>;

async function press(page: Page, name: string): Promise<void> {
  await page.user.click(await screen.findByRole('button', { name }));
}

function findBadge(words: string): Promise<HTMLElement> {
  return screen.findByText(words, { selector: 'h2 + span *' });
}

function actionsOf({ asked }: Page) {
  return asked.filter(([id]) => /cancel|reactivate|portal/.test(id));
}

function isDisabled(button: HTMLElement): boolean {
  return button.getAttribute('aria-disabled') === 'true';
}
