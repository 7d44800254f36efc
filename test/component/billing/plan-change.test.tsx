import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Received } from '../../../web/api.ts';
import type { Status } from '../../../web/billing/status.ts';
import { violations } from '../../support/component/axe.ts';
import { type Answers, failure, findToast, openPage } from '../../support/component/page.tsx';
import { active, annual, endsAt, trialing } from '../../support/component/statuses.ts';

const stripe = vi.hoisted(() => ({ loadStripe: vi.fn(), handleNextAction: vi.fn() }));
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: stripe.loadStripe }));

beforeEach(() => {
  stripe.loadStripe.mockResolvedValue(stripe);
});

const offer: Received<'billing.preview-change'> = {
  amountCents: 3_676,
  unusedCents: 323,
  creditLeftCents: 0,
  currency: 'usd',
  prorationDate: 1_795_000_000,
  renewsAt: endsAt,
  renewalCents: 3_999,
};
const confirmed = { priceId: 'parley_annual', amountCents: 3_676, prorationDate: 1_795_000_000 };

test('switching to yearly shows what is due first, and is one press', async () => {
  const page = await open(active, {
    'billing.preview-change': offer,
    'billing.change': { clientSecret: null },
  });
  const dialog = await openDialog(page, 'Switch to yearly');
  const confirm = await within(dialog).findByRole('button', { name: 'Pay $36.76 and switch' });
  expect(rowsOf(dialog)).toEqual(['Unused time on your current plan-$3.23', 'Due today$36.76']);
  expect(dialog.textContent).toContain('Then $39.99 every year from November 28, 2026, until you cancel.');
  expect(await violations()).toEqual([]);
  page.answer({ 'billing.status': { ...active, ...annual } });
  confirm.click();
  confirm.click();
  expect((await findToast('Plan Changed')).textContent).toContain('You now have Premium Annual.');
  await screen.findByText('Premium Annual', { selector: 'strong' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(changesOf(page)).toEqual([['billing.change', confirmed]]);
  expect(document.activeElement?.textContent).toBe('Switch to monthly');
});

test('the amount is asked again each time, because it changes with each day', async () => {
  const page = await open(active, { 'billing.preview-change': offer });
  const first = await openDialog(page, 'Switch to yearly');
  await within(first).findByRole('button', { name: 'Pay $36.76 and switch' });
  page.answer({ 'billing.preview-change': { ...offer, amountCents: 3_500 } });
  await page.user.click(within(first).getByRole('button', { name: 'Keep my plan' }));
  const second = await openDialog(page, 'Switch to yearly');
  expect(within(second).queryByRole('button', { name: 'Pay $36.76 and switch' })).toBeNull();
  await within(second).findByRole('button', { name: 'Pay $35.00 and switch' });
});

test('switching to monthly shows the credit, and nothing due', async () => {
  const cheap = { ...offer, amountCents: 0, unusedCents: 3_000, creditLeftCents: 2_501, renewalCents: 499 };
  const page = await open({ ...active, ...annual }, { 'billing.preview-change': cheap });
  const dialog = await openDialog(page, 'Switch to monthly');
  await within(dialog).findByRole('button', { name: 'Switch plan' });
  expect(rowsOf(dialog)).toEqual([
    'Unused time on your current plan-$30.00',
    'Due today$0.00',
    'Your credit$25.01',
  ]);
  expect(dialog.textContent).toContain('We use your credit before we charge your card.');
});

test('a trial goes on', async () => {
  const free = { ...offer, amountCents: 0, unusedCents: 0 };
  const page = await open(trialing, { 'billing.preview-change': free });
  const dialog = await openDialog(page, 'Switch to yearly');
  await within(dialog).findByRole('button', { name: 'Switch plan' });
  expect(rowsOf(dialog)).toEqual(['Due today$0.00']);
  expect(dialog.textContent).toContain('Your trial goes on until November 28, 2026. Then $39.99 every year');
});

test('an amount that cannot be read can be asked again, and nothing is charged before', async () => {
  const page = await open(active);
  const dialog = await openDialog(page, 'Switch to yearly');
  await within(dialog).findByText(/^Network error/);
  page.answer({ 'billing.preview-change': offer });
  await page.user.click(within(dialog).getByRole('button', { name: 'Switch plan' }));
  expect(changesOf(page)).toEqual([]);
  await page.user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await within(dialog).findByRole('button', { name: 'Pay $36.76 and switch' });
  expect(document.activeElement?.textContent).toBe('Switch to Premium Annual?');
});

test('a refused change says why, and shows the amount again', async () => {
  const page = await open(active, {
    'billing.preview-change': offer,
    'billing.change': failure(409, 'conflict', 'The amount has changed since we showed it.'),
  });
  const dialog = await openDialog(page, 'Switch to yearly');
  page.answer({ 'billing.preview-change': { ...offer, amountCents: 3_677 } });
  await page.user.click(await within(dialog).findByRole('button', { name: 'Pay $36.76 and switch' }));
  expect((await findToast('Plan Not Changed')).textContent).toContain('The amount has changed');
  await within(dialog).findByRole('button', { name: 'Pay $36.77 and switch' });
});

describe('where the bank asks', () => {
  test('the plan changes after its answer', async () => {
    stripe.handleNextAction.mockResolvedValue({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const page = await open(active, asking());
    const dialog = await openDialog(page, 'Switch to yearly');
    await page.user.click(await within(dialog).findByRole('button', { name: 'Pay $36.76 and switch' }));
    await findToast('Plan Changed');
    expect(stripe.handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: 'pi_1_secret_2' });
    expect(changesOf(page)).toEqual([
      ['billing.change', confirmed],
      ['billing.change', confirmed],
    ]);
  });

  test('and refuses, the reason is shown and the dialog stays', async () => {
    const message = 'We are unable to authenticate your payment method.';
    stripe.handleNextAction.mockResolvedValue({ error: { type: 'card_error', message } });
    const page = await open(active, asking());
    const dialog = await openDialog(page, 'Switch to yearly');
    await page.user.click(await within(dialog).findByRole('button', { name: 'Pay $36.76 and switch' }));
    expect((await findToast('Plan Not Changed')).textContent).toContain(`${message} Nothing was charged.`);
    expect(changesOf(page)).toHaveLength(1);
    expect(dialog.isConnected).toBe(true);
  });

  function asking(): Answers {
    const secrets = ['pi_1_secret_2', null];
    return {
      'billing.config': { publishableKey: 'pk_test_1' },
      'billing.preview-change': offer,
      'billing.change': () => ({ clientSecret: secrets.shift() ?? null }),
    };
  }
});

type Page = Awaited<ReturnType<typeof openPage>>;

async function open(status: Status, answers: Answers = {}): Promise<Page> {
  const page = await openPage('/subscription-management', {
    isSignedIn: true,
    answers: { 'billing.status': status, ...answers },
  });
  await screen.findByRole('region', { name: 'Subscription Actions' });
  return page;
}

async function openDialog(page: Page, name: string): Promise<HTMLElement> {
  await page.user.click(await screen.findByRole('button', { name }));
  return screen.getByRole('dialog', { name: /^Switch to Premium/ });
}

function rowsOf(dialog: HTMLElement): (string | null)[] {
  const terms = within(dialog).getAllByRole('term');
  return terms.map((term) => term.parentElement?.textContent ?? null);
}

function changesOf({ asked }: Page) {
  return asked.filter(([id]) => id === 'billing.change');
}
