import { screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ceilings } from '../../../shared/ceilings.ts';
import { limits } from '../../../shared/limits.ts';
import type { Status } from '../../../web/billing/status.ts';
import { violations } from '../../support/component/axe.ts';
import { type Answers, failure, findToast, openPage } from '../../support/component/page.tsx';
import { active, free, trialing } from '../../support/component/statuses.ts';
import { findWithoutRole } from '../../support/component/tables.ts';

/** Stripe's script, whose form is tested in Chromium. */
const stripe = vi.hoisted(() => ({ loadStripe: vi.fn(), confirmSetup: vi.fn(), handleNextAction: vi.fn() }));
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: stripe.loadStripe }));
vi.mock('@stripe/react-stripe-js', () => ({
  Elements: ({ children }: { children: React.ReactNode }) => children,
  PaymentElement: ({ onReady }: { onReady: () => void }) => {
    useEffect(onReady, [onReady]);
    return <input aria-label="Card number" />;
  },
  useStripe: () => stripe,
  useElements: () => ({}),
}));

beforeEach(() => {
  // By the clock of this machine, the trial of these statuses may end soon, which a toast announces once.
  sessionStorage.setItem('parley.payment-reminded', 'true');
  stripe.loadStripe.mockResolvedValue(stripe);
  stripe.confirmSetup.mockResolvedValue({
    error: { type: 'card_error', message: 'Your card was declined.' },
  });
});

const hadTrial: Status = {
  ...free,
  trialAvailable: false,
  purchase: {
    state: 'card_had_trial',
    plan: 'parley_monthly',
    card: { brand: 'visa', last4: '4242' },
    discount: null,
  },
};

test('a table compares the plans, with the numbers that the server enforces', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'What each plan includes' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  const [heads, ...plans] = rows;
  expect(heads).toEqual(['', 'Guest', 'Free', 'Premium']);
  // Each cell begins with its plan, which only a narrow screen shows.
  const cellsOf = (name: string) => plans.find(([first]) => first === name)?.slice(1);
  const { translations } = limits;
  expect(cellsOf('Translations')).toEqual([
    `Guest${translations.guest} in all`,
    `Free${translations.free} a day`,
    'PremiumUnlimited, within the fair use above',
  ]);
  expect(cellsOf('Voice input by Parley’s own recogniser')).toEqual([
    `Guest${ceilings.guestSpeechSeconds / 60} minutes in all`,
    `Free${ceilings.freeSpeechSecondsPerDay / 60} minutes a day`,
    `Premium${ceilings.premiumSpeechSecondsPerDay / 60} minutes a day`,
  ]);
  expect(cellsOf('Voice input by your browser')).toEqual(['All plansWhere it has any']);
  expect(findWithoutRole(table)).toEqual([]);
  expect(await violations(table)).toEqual([]);
});

test('the form is requested once, and Back leaves it', async () => {
  const { user, asked } = await open();
  const monthly = await screen.findByRole('button', { name: 'Start 7-day free trial (Premium Monthly)' });
  screen.getByText('About $3.33 a month, billed yearly');
  // One solid button: of the plan with the label.
  expect(monthly.className).not.toContain('bg-accent ');
  expect(screen.getByRole('button', { name: /Premium Annual/ }).className).toContain('bg-accent ');
  expect(legalLinks()).toEqual(['/terms', '/refunds']);
  expect(await violations()).toEqual([]);
  monthly.click();
  monthly.click();
  await screen.findByLabelText('Card number');
  expect(asked.filter(([id]) => id === 'billing.create')).toEqual([
    ['billing.create', { priceId: 'parley_monthly', amountCents: 499, acceptsCharge: false }],
  ]);
  expect(document.activeElement?.textContent).toBe('Start your free trial');
  expect(legalLinks()).toEqual(['/terms', '/refunds']);
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Change plan' }));
  await screen.findByRole('button', { name: 'Start 7-day free trial (Premium Monthly)' });
  expect(document.activeElement?.textContent).toContain('Unlimited translations');
});

test('a declined card is reported with its reason, and can be entered again', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: /Premium Annual/ }));
  const submit = await screen.findByRole('button', { name: 'Start free trial' });
  await user.click(submit);
  const toast = await findToast('Setup Failed');
  expect(toast.textContent).toContain('Your card was declined. Nothing was charged.');
  expect(submit.getAttribute('aria-disabled')).toBeNull();
  await user.click(submit);
  expect(stripe.confirmSetup).toHaveBeenCalledTimes(2);
});

test('Stripe’s words about its interface reach nobody', async () => {
  const type = 'invalid_request_error';
  const raw = 'Missing required param: payment_method_data.';
  stripe.confirmSetup.mockResolvedValue({ error: { type, message: raw } });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: /Premium Annual/ }));
  await user.click(await screen.findByRole('button', { name: 'Start free trial' }));
  const toast = await findToast('Setup Failed');
  expect(toast.textContent).toContain('We couldn’t save your card. Please try again. You won’t be charged');
  expect(document.body.textContent).not.toContain('Missing required param');
});

test('a subscription that fails shows an error', async () => {
  const { user } = await open(free, { 'billing.create': new Response('<html>', { status: 502 }) });
  await user.click(await screen.findByRole('button', { name: /Premium Annual/ }));
  expect((await findToast('Error')).textContent).toContain('Failed to start subscription process.');
});

test('when the trial was used elsewhere meanwhile, the page says so, and offers the plans without it', async () => {
  const used = 'You’ve already used your free trial.';
  const { user, answer } = await open(free, { 'billing.create': failure(409, 'conflict', used) });
  const plan = await screen.findByRole('button', { name: 'Start 7-day free trial (Premium Annual)' });
  answer({ 'billing.status': { ...free, trialAvailable: false } });
  await user.click(plan);
  await screen.findByText(used);
  await waitFor(() => expect(screen.queryByRole('button', { name: /free trial/ })).toBeNull());
  screen.getByRole('button', { name: /Premium Annual/ });
});

test('a form that failed to load can be retried', async () => {
  stripe.loadStripe.mockRejectedValueOnce(new Error('blocked'));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: /Premium Annual/ }));
  await screen.findByText(/card form didn’t load/);
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByLabelText('Card number');
  expect(document.activeElement?.textContent).toBe('Start your free trial');
});

test('the end of a session is reported once, and leads to the login', async () => {
  const { user, left } = await open(
    free,
    { 'billing.create': failure(401, 'unauthenticated', 'Please sign in.') },
    true,
  );
  await user.click(await screen.findByRole('button', { name: /Premium Annual/ }));
  await findToast('Session Expired');
  expect(document.querySelectorAll('.toast')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(left).toEqual(['/api/login?returnTo=%2Fsubscription']);
});

test('a card that had its trial is charged only after consent', async () => {
  const { user, asked } = await open(hadTrial);
  await screen.findByText('This card (Visa •••• 4242) has already been used for a free trial.');
  expect(await violations()).toEqual([]);
  expect(stripe.confirmSetup).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Pay $4.99 and start now' }));
  await waitFor(() => expect(stripe.confirmSetup).toHaveBeenCalledOnce());
  expect(asked.findLast(([id]) => id === 'billing.create')).toEqual([
    'billing.create',
    { priceId: 'parley_monthly', amountCents: 499, acceptsCharge: true, usesSavedCard: true },
  ]);
});

test('a payment that needs authentication is confirmed on the page', async () => {
  stripe.handleNextAction.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
  const unconfirmed = { ...hadTrial.purchase, state: 'confirmation_needed' } as never;
  const { user, left } = await open(
    { ...hadTrial, purchase: unconfirmed },
    { 'billing.create': { clientSecret: 'pi_1_secret_2' } },
  );
  await screen.findByText(/Your bank wants you to confirm this payment of \$4\.99/);
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confirm payment of $4.99' }));
  await waitFor(() => expect(left).toEqual(['/?setup_intent=pi_1&redirect_status=succeeded']));
  expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
});

test('a price without a recent consent needs a new one', async () => {
  await open({ ...free, purchase: { ...hadTrial.purchase, state: 'terms_outdated' } as never });
  await screen.findByText(/^The price may have changed since you agreed to it\./);
  await screen.findByRole('button', { name: 'Start 7-day free trial (Premium Monthly)' });
  expect(await violations()).toEqual([]);
});

test('while payments cannot be reached, the status page is one tap away', async () => {
  await open(free, { 'billing.config': failure(502, 'provider_failed', 'No answer.') });
  await screen.findByText(/^We can’t reach our payment service right now/);
  expect(screen.getByRole('link', { name: 'Check service status' }).getAttribute('href')).toBe('/status');
  expect(await violations()).toEqual([]);
});

test('nothing is offered if payments are not set up', async () => {
  await open(free, { 'billing.config': failure(503, 'payments_unavailable', 'Not set up.') });
  await screen.findByText(/^Premium isn’t available yet/);
  expect(await violations()).toEqual([]);
});

test('Premium is confirmed with a link to manage it', async () => {
  await open(active);
  await screen.findByText('Premium Active');
  expect(screen.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe(
    '/subscription-management',
  );
  expect(await violations()).toEqual([]);
});

test.for([
  [
    'a trial that the card had',
    'succeeded',
    hadTrial,
    'has already been used for a free trial',
    'See options',
  ],
  ['a card that was not confirmed', 'failed', free, 'We couldn’t verify your card.', 'Try again'],
] as const)('after the form, %s is reported with a next step', async ([, outcome, status, words, way]) => {
  await openPage(`/?setup_intent=seti_1&redirect_status=${outcome}`, {
    isSignedIn: true,
    answers: { 'billing.status': status },
  });
  const link = await screen.findByRole('link', { name: way });
  expect(link.getAttribute('href')).toBe('/subscription');
  expect(screen.getByRole('main').textContent).toContain(words);
});

describe('after a confirmed card', () => {
  test('the status is polled every 2 s until Premium is active', async () => {
    const page = await comeBack('seti_1');
    expect(location.search).toBe('');
    await vi.advanceTimersByTimeAsync(2_000);
    page.answer({ 'billing.status': undefined });
    await vi.advanceTimersByTimeAsync(2_000);
    page.answer({ 'billing.status': trialing });
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await findToast('7-Day Trial Started!')).textContent).toContain('You now have Premium.');
    expect(screen.queryByText('Activating…')).toBeNull();
    const asked = page.count('billing.status');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(page.count('billing.status')).toBe(asked);
  });

  test('the page stops asking after 30 s, and asks again on request', async () => {
    const page = await comeBack('seti_2');
    await vi.advanceTimersByTimeAsync(30_000);
    await screen.findByText('This is taking longer than usual.');
    const asked = page.count('billing.status');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(page.count('billing.status')).toBe(asked);
    page.answer({ 'billing.status': trialing });
    await page.user.click(screen.getByRole('button', { name: 'Check again' }));
    await findToast('7-Day Trial Started!');
  });

  test('the welcome is shown once for each form', async () => {
    await comeBack('seti_3', trialing);
    await findToast('7-Day Trial Started!');
    await comeBack('seti_3', trialing);
    await vi.advanceTimersByTimeAsync(100);
    expect(screen.queryByText('7-Day Trial Started!')).toBeNull();
  });

  async function comeBack(id: string, status: Status = free) {
    const page = await openPage(`/?setup_intent=${id}&redirect_status=succeeded`, {
      isSignedIn: true,
      clock: true,
      answers: { 'billing.status': status },
    });
    if (status === free) await screen.findByText('Activating…');
    return page;
  }
});

async function open(status: Status = free, answers: Answers = {}, clock = false) {
  const page = await openPage('/subscription', {
    isSignedIn: true,
    clock,
    answers: {
      'billing.status': status,
      'billing.config': { publishableKey: 'pk_test' },
      'billing.create': { clientSecret: 'seti_1_secret' },
      ...answers,
    },
  });
  await within(screen.getByRole('main')).findByRole('heading', { name: 'Parley Premium' });
  return page;
}

function legalLinks(): (string | null)[] {
  const links = within(screen.getByRole('main')).getAllByRole('link');
  return links.map((link) => link.getAttribute('href')).filter((href) => href !== '/');
}
