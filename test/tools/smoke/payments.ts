import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import { scriptPath, standInPath } from '../../../infra/local/stripe/script.ts';
import type { Output } from '../../../shared/api/contract.ts';
import { DoesNotApply, type Group, readJson, Unexpected } from './check.ts';
import { requireVisitor, type System } from './system.ts';

/** A test card subscribes. Only Stripe's signed webhook begins Premium. */
export const payments: Group = {
  name: 'payments',
  needs: ['account'],
  cost: 'nothing: test cards pay with test money',
  listChecks: () => [
    { name: 'checkout with a test card', look: 'infra/aws/DEPLOY.md#charge-money', run: checkOut },
    {
      name: 'Stripe’s signed webhook begins Premium',
      look: 'infra/aws/RUNBOOK.md#webhook-refused, and the deliveries in Stripe’s dashboard',
      run: awaitPremium,
    },
  ],
};

async function checkOut(system: System): Promise<string> {
  const key = await findTestKey(system);
  const visitor = requireVisitor(system);
  const order = { priceId: 'parley_monthly' };
  const begun = await visitor.post('/api/create-subscription', order);
  // The mailbox of earlier runs has had its trial.
  const isTrialUsed = begun.status === 409;
  const { clientSecret } = await readJson<Output<'billing.create'>>(
    isTrialUsed ? await visitor.post('/api/create-subscription', { ...order, acceptsCharge: true }) : begun,
  );
  await confirmCard(system, key, clientSecret ?? '', { payment_method: 'pm_card_visa' });
  return isTrialUsed ? 'paid at once: the trial was used' : 'with a trial';
}

async function awaitPremium(system: System): Promise<string | undefined> {
  const visitor = requireVisitor(system);
  const key = await findTestKey(system);
  const { purchase } = await readDecision(system);
  if (purchase?.state !== 'card_had_trial') return undefined;
  // Earlier runs had the card's trial, so this one agrees to pay at once.
  const order = { priceId: 'parley_monthly', acceptsCharge: true, usesSavedCard: true };
  const { clientSecret } = await readJson<Output<'billing.create'>>(
    await visitor.post('/api/create-subscription', order),
  );
  await confirmCard(system, key, clientSecret ?? '', {});
  await readDecision(system);
  return 'paid at once: the card has had its trial';
}

/** Waits for the webhook. @throws Unexpected if it does not come, or gives no Premium and no choice */
async function readDecision(system: System): Promise<Output<'billing.status'>> {
  const visitor = requireVisitor(system);
  const startedAt = Date.now();
  for (;;) {
    const status = await readJson<Output<'billing.status'>>(await visitor.fetch('/api/subscription-status'));
    const state = status.purchase?.state;
    if (status.isPremium || state === 'card_had_trial') return status;
    if (state !== 'pending') throw new Unexpected('Premium', `${status.subscriptionStatus}, ${state}`);
    if (Date.now() > startedAt + webhookMs)
      throw new Unexpected(`a webhook within ${webhookMs / 1_000} seconds`, 'none');
    await wait(500);
  }
}

const webhookMs = 60_000;

/** As Stripe's own form does, with a card that only test mode knows. */
async function confirmCard(system: System, key: string, clientSecret: string, fields: object): Promise<void> {
  const id = clientSecret.replace(/_secret_.*$/, '');
  const response = await fetch(`${await findStripe(system)}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams({ client_secret: clientSecret, ...fields }),
  });
  const { status } = await readJson<Stripe.SetupIntent>(response);
  if (status !== 'succeeded') throw new Unexpected('an accepted card', status);
}

/** Pages of a system on one machine call the stand-in through their own origin. */
async function findStripe({ site, aws }: System): Promise<string> {
  if (aws) return 'https://api.stripe.com';
  const { ok } = await fetch(`${site}${scriptPath}`, { method: 'HEAD' });
  return ok ? `${site}${standInPath}` : 'https://api.stripe.com';
}

async function findTestKey(system: System): Promise<string> {
  const response = await requireVisitor(system).fetch('/api/stripe-config');
  if (response.status === 503) throw new DoesNotApply('payments are not set up');
  const { publishableKey } = await readJson<Output<'billing.config'>>(response);
  if (publishableKey.startsWith('pk_live_')) throw new DoesNotApply('live keys take no test cards');
  return publishableKey;
}
