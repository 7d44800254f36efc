import { screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Status } from '../../../web/billing/status.ts';
import { violations } from '../../support/component/axe.ts';
import { failure, findToast, openPage } from '../../support/component/page.tsx';
import { free } from '../../support/component/statuses.ts';

/** Stripe's script, whose form is tested in Chromium. */
const stripe = vi.hoisted(() => ({ loadStripe: vi.fn(), confirmSetup: vi.fn() }));
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

const discount = { code: 'SAVE50', amountCents: 250, payments: 1 };
const usedUp = failure(
  422,
  'code_refused',
  'This code has been used up. Try another one, or continue without it.',
);

beforeEach(() => {
  stripe.loadStripe.mockResolvedValue(stripe);
  stripe.confirmSetup.mockReset().mockReturnValue(new Promise(() => {}));
});

test('a code is typed, shown with its price, and removed, all by the keyboard', async () => {
  const { user, asked, answer } = await openForm();
  await user.click(screen.getByRole('button', { name: 'Have a code?' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Promotion code', { selector: 'input' }));
  expect(await violations()).toEqual([]);
  await user.keyboard(' save50 {Enter}');
  await screen.findByText('Code SAVE50');
  expect(asked.at(-1)).toEqual(['billing.apply-code', { priceId: 'parley_monthly', code: 'save50' }]);
  screen.getByText(/^Your code lowers your first payment\. Then \$4\.99 every month until you cancel\./);
  expect(screen.getByText('Code applied. Your first payment is $2.50.').getAttribute('role')).toBe('status');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' }));
  expect(await violations()).toEqual([]);
  answer({ 'billing.apply-code': { discount: null } });
  await user.keyboard('{Enter}');
  await screen.findByText('Code removed.');
  expect(asked.at(-1)).toEqual(['billing.apply-code', { priceId: 'parley_monthly', code: null }]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Have a code?' }));
  screen.getByRole('button', { name: 'Pay $4.99 and subscribe' });
});

test.each([
  ['is refused', usedUp, 'This code has been used up. Try another one, or continue without it.'],
  ['cannot be checked', new Response('<html>', { status: 502 }), /^We couldn’t check your code\. Nothing/],
])('a code that %s says why under the field, and can be corrected', async (_how, refusal, words) => {
  const { user, answer } = await openForm();
  answer({ 'billing.apply-code': refusal });
  await user.click(screen.getByRole('button', { name: 'Have a code?' }));
  const field = screen.getByLabelText('Promotion code', { selector: 'input' });
  await user.type(field, 'save50{Enter}');
  const alert = await screen.findByText(words);
  expect(alert.getAttribute('role')).toBe('alert');
  expect(field.getAttribute('aria-describedby')).toBe(alert.id);
  expect(document.activeElement).toBe(field);
  expect(await violations()).toEqual([]);
  answer({ 'billing.apply-code': { discount } });
  await user.keyboard('{Enter}');
  await screen.findByText('Code SAVE50');
});

test('an empty field asks nothing', async () => {
  const { user, count } = await openForm();
  await user.click(screen.getByRole('button', { name: 'Have a code?' }));
  await user.keyboard(' {Enter}');
  expect(count('billing.apply-code')).toBe(0);
});

test('a code is asked for again before the card, and paid only at the amount that was shown', async () => {
  const { user, answer } = await openForm();
  await applyCode(user);
  answer({ 'billing.apply-code': usedUp });
  await user.click(screen.getByRole('button', { name: 'Pay $2.50 and subscribe' }));
  const toast = await findToast('Setup Failed');
  expect(toast.textContent).toContain(
    'This code has been used up. Try another one, or continue without it. Nothing was charged. Check the new amount before you continue.',
  );
  expect(stripe.confirmSetup).not.toHaveBeenCalled();
  const button = await screen.findByRole('button', { name: 'Pay $4.99 and subscribe' });
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await waitFor(() => expect(stripe.confirmSetup).toHaveBeenCalledOnce());
});

test('a good code is paid with', async () => {
  const { user } = await openForm();
  await applyCode(user);
  await user.click(screen.getByRole('button', { name: 'Pay $2.50 and subscribe' }));
  await waitFor(() => expect(stripe.confirmSetup).toHaveBeenCalledOnce());
});

test.each([
  [
    'card_had_trial',
    'Pay $2.50 and start now',
    /and your code: \$2\.50 now\. Your code lowers your first payment\./,
  ],
  ['confirmation_needed', 'Confirm payment of $2.50', /confirm this payment of \$2\.50/],
] as const)('with %s, the saved card is asked for the amount with the code', async (state, label, words) => {
  const card = { brand: 'visa', last4: '4242' };
  await open({ ...payer, purchase: { state, plan: 'parley_monthly', card, discount } });
  await screen.findByRole('button', { name: label });
  screen.getByText(words);
});

test('a lost code is reported, and plans can be chosen', async () => {
  const purchase = { state: 'code_lost', plan: 'parley_monthly', card: null, discount: null } as const;
  await open({ ...payer, purchase });
  await screen.findByText(/^Your code can’t be used any more\. Nothing was charged\./);
  await screen.findByRole('button', { name: 'Subscribe for $4.99/month (Premium Monthly)' });
});

const payer: Status = { ...free, trialAvailable: false };

function open(status: Status = payer) {
  return openPage('/subscription', {
    isSignedIn: true,
    answers: {
      'billing.status': status,
      'billing.config': { publishableKey: 'pk_test' },
      'billing.create': { clientSecret: 'seti_1_secret' },
      'billing.apply-code': { discount },
    },
  });
}

async function openForm() {
  const page = await open();
  await page.user.click(await screen.findByRole('button', { name: /Premium Monthly/ }));
  await screen.findByLabelText('Card number');
  return page;
}

async function applyCode(user: Awaited<ReturnType<typeof open>>['user']): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Have a code?' }));
  await user.keyboard('save50{Enter}');
  await screen.findByText('Code SAVE50');
}
