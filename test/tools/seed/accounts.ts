import { randomUUID } from 'node:crypto';
import type { Output } from '../../../shared/api/contract.ts';
import { cardWithoutFunds, giveCard, mastercard, visa } from '../../support/people/cards.ts';
import { type Person, signUp, visit } from '../../support/people/session.ts';

/** Accounts to sign in with, one for each kind of user. */
export interface SampleAccount {
  readonly kind: string;
  readonly person: Person;
  /** As the server says it at the end. */
  readonly status: string;
}

interface Sample {
  readonly kind: string;
  readonly email: string;
  /** Days before the end of the history. Trials last 7 days. */
  readonly daysAgo: number;
  readonly card?: string;
}

const samples: readonly Sample[] = [
  { kind: 'free', email: 'free@travel.example', daysAgo: 1 },
  { kind: 'trial', email: 'trial@travel.example', daysAgo: 3, card: mastercard },
  { kind: 'Premium', email: 'premium@travel.example', daysAgo: 20, card: visa },
  { kind: 'past due', email: 'past-due@travel.example', daysAgo: 9, card: cardWithoutFunds },
];

/** Signs up the samples of that day. They do nothing else, so that they keep their state. */
export async function openSampleAccounts({ url, stripe = '', daysLeft, days }: Day): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (const { kind, email, daysAgo, card } of samples) {
    // A short history opens all accounts on its first day.
    if (Math.min(daysAgo, days - 1) !== daysLeft) continue;
    const visitor = visit(url);
    const password = `Pa4${randomUUID().slice(0, 13)}`;
    const person = await signUp(visitor, { email, password, firstName: 'Sam', lastName: kind });
    if (card) {
      const config = await visitor.fetch('/api/stripe-config');
      const keys = (await config.json()) as Output<'billing.config'>;
      const begun = await visitor.post('/api/create-subscription', { priceId: 'parley_monthly' });
      const { clientSecret } = (await begun.json()) as Output<'billing.create'>;
      await giveCard(stripe, keys, clientSecret ?? '', card);
      await visitor.fetch('/api/subscription-status');
    }
    opened.push({ kind, person });
  }
  return opened;
}

export type Opened = Omit<SampleAccount, 'status'>;

interface Day {
  readonly url: string;
  readonly stripe: string | undefined;
  readonly daysLeft: number;
  readonly days: number;
}
