import { setTimeout as wait } from 'node:timers/promises';
import { giveCard, visa } from '../../support/people/cards.ts';
import { tellAll } from '../../support/people/premium.ts';
import { signUp, type Visitor, visit } from '../../support/people/session.ts';
import { read, type Work } from './journal.ts';

export function buyPremium(): Work {
  const buyers: Visitor[] = [];
  let unseen: Visitor[] = [];
  let underWay: Attempt | undefined;
  const noteDone = (buyer: Visitor) => {
    buyers.push(buyer);
    unseen.push(buyer);
    underWay = undefined;
  };
  return {
    write: async ({ parley, journal }) => {
      const buyer = visit(parley.url);
      await signUp(buyer);
      underWay = { buyer, isCardSent: false };
      await buy(underWay, parley.stripe ?? '');
      noteDone(buyer);
      journal.acknowledge('purchase');
    },
    check: async ({ parley, journal }, isEnd) => {
      if (underWay) {
        const { buyer, isCardSent } = underWay;
        const isThere = await hasPremium(buyer);
        journal.resume('purchase', isThere);
        if (isThere && !isCardSent) journal.find('purchase: there is Premium without a card');
        await buy(underWay, parley.stripe ?? '');
        noteDone(buyer);
        journal.acknowledge('purchase');
      }
      for (const buyer of unseen) {
        journal.look('purchase', (await hasPremium(buyer)) ? undefined : 'there is no Premium any more');
      }
      unseen = [];
      if (!isEnd) return;
      await tellAll(parley.stripe ?? '');
      for (const buyer of buyers) {
        if (!(await hasPremium(buyer))) journal.find('in the end, purchase: there is no Premium any more');
      }
    },
  };
}

/**
 * Like the page, which asks again: another function may wait a minute before it takes over a dead one's work.
 */
async function buy(attempt: Attempt, stripe: string): Promise<void> {
  const { buyer } = attempt;
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const { isPremium, purchase } = await readStatus(buyer);
    if (isPremium) return;
    const savedCard = purchase?.state === 'card_had_trial';
    const order = { priceId: 'parley_monthly', chargedToday: true, savedCard };
    const begun = await buyer.post('/api/create-subscription', order);
    const { clientSecret } = (await begun.json()) as { clientSecret?: string };
    if (clientSecret) {
      attempt.isCardSent = true;
      const keys = await read<{ publishableKey: string }>(await buyer.fetch('/api/stripe-config'));
      await giveCard(stripe, keys, clientSecret, savedCard ? undefined : visa);
    }
    if (!clientSecret && begun.status !== 409) throw new Error(`Buying was answered ${begun.status}.`);
    if (!clientSecret) await wait(1_000);
  }
  throw new Error(`There is no Premium after ${patienceMs / 1_000} s of buying.`);
}

const patienceMs = 90_000;

async function hasPremium(buyer: Visitor): Promise<boolean> {
  return (await readStatus(buyer)).isPremium;
}

async function readStatus(buyer: Visitor): Promise<Status> {
  return read(await buyer.fetch('/api/subscription-status'));
}

interface Attempt {
  readonly buyer: Visitor;
  isCardSent: boolean;
}

interface Status {
  readonly isPremium: boolean;
  readonly purchase: { readonly state: string } | null;
}
