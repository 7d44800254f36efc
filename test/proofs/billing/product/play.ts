import Stripe from 'stripe';
import { verifyPayment } from '../../../../infra/local/stripe/billing/collection.ts';
import {
  closeDispute,
  failRefund,
  openDispute,
  warnOfFraud,
} from '../../../../infra/local/stripe/billing/reversals.ts';
import { handleHostedInvoice } from '../../../../infra/local/stripe/pages/hosted-invoice.ts';
import type { PlanId } from '../../../../shared/plans.ts';
import { isGoingOn, paidInvoices, subscriptionsOf } from '../oracle.ts';
import type { Person, Scene } from './scene.ts';
import type { CardKind, Step } from './steps.ts';

/** Plays one step. The product may refuse it; a crash is a finding. */
export async function play(scene: Scene, step: Step): Promise<void> {
  switch (step.does) {
    case 'at once': {
      const together = Promise.all(step.steps.map((each) => play(scene, each)));
      return step.isPrompt ? scene.mail.deliverDuring(together) : void (await together);
    }
    case 'time passes':
      return scene.pass(Math.round(step.hours * 3_600));
    case 'webhooks come':
      return scene.mail.deliver(step.share);
    case 'the nightly job runs':
      // The next run repairs what this one left.
      await scene.runJob().catch(() => {});
      return;
    default: {
      // Some histories have fewer people, and some people have left.
      const person = scene.people.get(step.who);
      if (person && !person.hasLeft) await act(scene, step, person);
    }
  }
}

/** Delivers everything that is still to come. @returns what never comes */
export async function comeToRest(scene: Scene): Promise<string[]> {
  const { mail, ways } = scene;
  for (let round = 0; round < 15; round += 1) {
    await mail.deliver(1);
    mail.collect();
    if (mail.waiting().length > 0) {
      await scene.pass(120);
    } else if (ways.toldBy === 'Stripe') {
      if (mail.lost().length === 0) return [];
      mail.findLost();
    } else {
      const before = mail.all().length;
      const isDone = await scene.runJob().then(
        () => true,
        () => false,
      );
      mail.collect();
      if (isDone && mail.all().length === before) return [];
      if (!isDone) await scene.pass(120);
    }
  }
  const refused = mail.waiting().map(({ event, answers }) => `${event.type} is answered ${answers.join()}`);
  return [
    `it never comes to rest: ${refused.join('; ') || 'the job goes on failing'}`,
    ...scene.faults().slice(-3),
  ];
}

/** Stripe's test cards, and whether the holder passes the bank's question. */
const cards: Readonly<Record<CardKind, { number: string; isProven?: boolean }>> = {
  good: { number: '4242424242424242' },
  other: { number: '5555555555554444' },
  third: { number: '4000000560000004' },
  'asks once': { number: '4000002500003155' },
  'asks always': { number: '4000002760003184' },
  'asks, then without funds': { number: '4000008260003178' },
  'asked and refused': { number: '4000002500003155', isProven: false },
  refused: { number: '4000000000000002' },
  'without funds': { number: '4000000000009995' },
  expired: { number: '4000000000000069' },
  'of a wrong code': { number: '4000000000000127' },
  'not to be processed': { number: '4000000000000119' },
  'fails later': { number: '4000000000000341' },
};

type Act = Extract<Step, { who: string }>;

async function act(scene: Scene, step: Act, person: Person): Promise<void> {
  const { stripe } = scene;
  switch (step.does) {
    case 'subscribes': {
      const secret = await orderFor(scene, person, { priceId: step.plan }, step.agrees);
      if (secret && step.code) await applyCode(scene, person, step.plan, { secret, code: step.code });
      if (secret) await scene.giveCard(secret, cards[step.card]);
      return;
    }
    case 'looks at the form':
      await orderFor(scene, person, { priceId: step.plan }, false);
      return;
    case 'starts now': {
      const { body } = await scene.call('status', person);
      const priceId = body.purchase?.plan ?? 'parley_monthly';
      const secret = await order(scene, person, { priceId, acceptsCharge: true, usesSavedCard: true });
      if (secret) await scene.giveCard(secret, {});
      return;
    }
    case 'confirms the payment': {
      const { body } = await scene.call('status', person);
      if (body.purchase?.state !== 'confirmation_needed') return;
      const wanted = { priceId: body.purchase.plan, acceptsCharge: true, usesSavedCard: true };
      const secret = await order(scene, person, wanted);
      const id = secret?.split('_secret_')[0] ?? '';
      const intent = scene.account.find('payment_intent', id);
      if (intent?.status === 'requires_action') verifyPayment(scene.account, id, secret, step.succeeds);
      return;
    }
    case 'asks':
      await scene.call('status', person);
      return;
    case 'cancels':
      await scene.call('cancel', person);
      return;
    case 'cancels at the portal': {
      const { status, body } = await scene.call('portal', person, {});
      if (status === 200) await scene.submit(body.url, { action: 'cancel' });
      return;
    }
    case 'reactivates':
      await scene.call('reactivate', person);
      return;
    case 'gives a new card': {
      const { status, body } = await scene.call('portal', person, { opens: 'card' });
      if (status === 200) await giveAtPortal(scene, body.url, step.card);
      return;
    }
    case 'changes the plan':
      return changePlan(scene, person, step.plan, step.succeeds);
    case 'opens the due invoice': {
      const { status, body } = await scene.call('portal', person, { opens: 'due' });
      if (status !== 200) return;
      const answer = step.succeeds ? 'complete' : 'fail';
      handleHostedInvoice(scene.account, new URL(body.url).pathname, new URLSearchParams({ answer }));
      return;
    }
    case 'removes the account': {
      const { status } = await scene.call('remove', person);
      if (status === 200) person.hasLeft = true;
      return;
    }
    case 'is ended by the owner':
      return byOwner(scene, person, (id) => stripe.subscriptions.cancel(id));
    case 'is set to end by the owner': {
      const at = scene.account.now() + step.days * 86_400;
      return byOwner(scene, person, (id) => stripe.subscriptions.update(id, { cancel_at: at }));
    }
    case 'is paused by the owner':
      return byOwner(scene, person, (id) =>
        stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } }),
      );
    case 'is resumed by the owner':
      return byOwner(scene, person, async (id) => {
        const isDisputed = scene.account.find('subscription', id)?.metadata.dispute;
        if (!isDisputed) await stripe.subscriptions.update(id, { pause_collection: '' });
      });
    case 'gets a coupon': {
      const coupon = await stripe.coupons.create({ percent_off: step.percent, duration: 'forever' });
      return byOwner(scene, person, (id) =>
        stripe.subscriptions.update(id, { discounts: [{ coupon: coupon.id }] }),
      );
    }
    case 'gets credit':
      for (const id of customersOf(scene, person))
        await stripe.customers.update(id, { balance: -step.cents });
      return;
    case 'has the refund fail': {
      const charges = scene.account
        .all('charge')
        .filter(({ customer }) => customersOf(scene, person).includes(customer ?? ''));
      const refund = scene.account
        .all('refund')
        .find(({ charge, status }) => status === 'succeeded' && charges.some(({ id }) => id === charge));
      if (refund) failRefund(scene.account, refund.id);
      return;
    }
    case 'is reported for fraud': {
      const charge = lastCharge(scene, person);
      if (charge) warnOfFraud(scene.account, charge.id);
      return;
    }
    case 'is refunded': {
      const charge = lastCharge(scene, person);
      if (charge) await stripe.refunds.create({ charge: charge.id }).catch(ignoreRefusal);
      return;
    }
    case 'disputes': {
      const charge = lastCharge(scene, person);
      if (charge && !charge.disputed) openDispute(scene.account, charge.id);
      return;
    }
    case 'has the dispute decided': {
      const mine = customersOf(scene, person);
      const outcome = step.wins ? 'won' : 'lost';
      for (const { id, charge, status } of scene.account.all('dispute')) {
        const payer = scene.account.find('charge', String(charge))?.customer ?? '';
        if (mine.includes(payer) && status === 'needs_response') closeDispute(scene.account, id, outcome);
      }
      return;
    }
    case 'loses the card': {
      const mine = customersOf(scene, person);
      const kept = scene.account
        .all('payment_method')
        .filter(({ customer }) => mine.includes(customer ?? ''));
      for (const { id } of kept) await stripe.paymentMethods.detach(id).catch(ignoreRefusal);
      return;
    }
    case 'is deleted as a customer':
      for (const id of customersOf(scene, person)) await stripe.customers.del(id).catch(ignoreRefusal);
      return;
  }
}

/** The first payment may not cost more than was shown. */
async function applyCode(
  scene: Scene,
  person: Person,
  priceId: PlanId,
  { secret, code }: { secret: string; code: string },
): Promise<void> {
  const { status, body } = await scene.call('apply', person, { priceId, code });
  if (status === 200) scene.shown.set(secret.split('_secret_')[0] ?? '', body.discount.amountCents);
}

/** Confirms the amount that was shown, and no other may be charged. */
async function changePlan(scene: Scene, person: Person, priceId: PlanId, succeeds: boolean): Promise<void> {
  const { status, body: offer } = await scene.call('preview', person, { priceId });
  if (status !== 200) return;
  const { account } = scene;
  const before = new Set(paidInvoices(account).map(({ id }) => id));
  const wanted = { priceId, amountCents: offer.amountCents, prorationDate: offer.prorationDate };
  const { body } = await scene.call('change', person, wanted);
  if (body.clientSecret) {
    const [id = ''] = String(body.clientSecret).split('_secret_');
    if (account.find('payment_intent', id)?.status === 'requires_action')
      verifyPayment(account, id, body.clientSecret, succeeds);
    await scene.call('change', person, wanted);
  }
  const mine = customersOf(scene, person);
  for (const { id, amount_paid, billing_reason, customer } of paidInvoices(account)) {
    const isNew =
      billing_reason === 'subscription_update' && !before.has(id) && mine.includes(String(customer));
    if (isNew && amount_paid !== offer.amountCents)
      scene.crashes.push(`${person.name} was shown ${offer.amountCents} cents, and paid ${amount_paid}`);
  }
}

interface Order {
  readonly priceId: string;
  readonly acceptsCharge?: boolean;
  readonly usesSavedCard?: boolean;
}

async function orderFor(
  scene: Scene,
  person: Person,
  wanted: Order,
  agrees: boolean,
): Promise<string | undefined> {
  const secret = await order(scene, person, wanted);
  return secret || !agrees ? secret : order(scene, person, { ...wanted, acceptsCharge: true });
}

async function order(scene: Scene, person: Person, wanted: Order): Promise<string | undefined> {
  const { status, body } = await scene.call('create', person, wanted);
  if (status !== 200) return undefined;
  const secret = String(body.clientSecret);
  const [form = ''] = secret.split('_secret_');
  // A form that opens again shows the whole price.
  scene.shown.delete(form);
  if (wanted.acceptsCharge) scene.agreed.add(form);
  return secret;
}

async function giveAtPortal(scene: Scene, portal: string, card: CardKind): Promise<void> {
  const { number, isProven = true } = cards[card];
  const page = await scene.submit(portal, { action: 'card', number, expiry: '12 / 35', cvc: '123' });
  const intent = /name="intent" value="(\w+)"/.exec(page)?.[1];
  if (intent) await scene.submit(portal, { action: 'bank', intent, answer: isProven ? 'complete' : 'fail' });
}

async function byOwner(scene: Scene, { id }: Person, change: (subscription: string) => Promise<unknown>) {
  for (const each of subscriptionsOf(scene.account, id).filter(isGoingOn)) {
    await change(each.id).catch(ignoreRefusal);
  }
}

function lastCharge(scene: Scene, person: Person) {
  const mine = customersOf(scene, person);
  return scene.account.all('charge').findLast(({ customer }) => mine.includes(customer ?? ''));
}

function customersOf({ account }: Scene, person: Person): string[] {
  return account
    .all('customer')
    .filter(({ metadata }) => metadata.userId === person.id)
    .map(({ id }) => id);
}

/** The dashboard refuses some changes, and another change may have come first. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
}
