import { ulid } from 'ulid';
import { toDay } from '../../shared/dates.ts';
import { getRevenueCents } from '../../shared/plans.ts';
import { parseUserId, updateProfile } from '../tables/profiles.ts';
import { ifNew, putItem, queryPages } from '../tables/table.ts';
import { getUsersTable, type LedgerItem, type PaymentItem, type ProfileItem } from '../tables/users.ts';
import {
  logAnalyticsFailed,
  logInvoicePaid,
  logPaymentReversed,
  logSignedUp,
  logSubscriptionBegan,
  logSubscriptionEnded,
} from '../telemetry/events.ts';
import { addCounts, addUp, type Counts } from './counts.ts';
import { buildDayKey, getExpiry, noCounts } from './days.ts';

/** A key for a profile's outbox. Write it together with the change that it records. */
export function createEntryKey(kind: EventKind): string {
  return `${kind}#${ulid()}`;
}

/** Moves a profile's outbox into the ledger. @returns the number of entries */
export async function flushOutbox(profile: ProfileItem): Promise<number> {
  const waiting = Object.entries(profile.outbox ?? {}) as [LedgerItem['sk'], string][];
  for (const [key, at] of waiting) {
    await addEntry({ sk: key, at }, () => events[getKind(key) as EventKind].log({}));
    await updateProfile(parseUserId(profile), {
      UpdateExpression: 'REMOVE outbox.#key',
      ConditionExpression: 'attribute_exists(outbox.#key)',
      ExpressionAttributeNames: { '#key': key },
    });
  }
  return waiting.length;
}

/** There is no outbox for payments: when this throws, Stripe has to send the event again. */
export async function addPayment({ sk, at, plan, amountCents, currency }: Payment): Promise<void> {
  const log = getKind(sk) === 'INVOICE' ? logInvoicePaid : logPaymentReversed;
  await addEntry({ sk, at, plan, amountCents, currency }, () => log({ plan, amountCents, currency }));
}

export async function countLedger(day: string): Promise<Counts> {
  let counts: Counts = noCounts;
  const pages = queryPages<Entry>({
    TableName: getUsersTable(),
    KeyConditionExpression: 'pk = :ledger',
    ExpressionAttributeValues: { ':ledger': `LEDGER#${day}` },
    ProjectionExpression: 'sk, amountCents, currency',
    ConsistentRead: true,
  });
  for await (const entries of pages) counts = addUp(counts, entries.map(countEntry));
  return counts;
}

type Payment = Omit<PaymentItem, 'pk' | 'expiresAt'>;

type Entry = Omit<LedgerItem, 'pk' | 'expiresAt'> & Partial<Omit<Payment, 'sk'>>;

const events = {
  SIGNUP: { count: 'signups', log: logSignedUp },
  BEGAN: { count: 'began', log: logSubscriptionBegan },
  ENDED: { count: 'ended', log: logSubscriptionEnded },
} as const;

type EventKind = keyof typeof events;

function getKind(
  key: LedgerItem['sk'],
): EventKind | 'INVOICE' | 'REFUND' | 'REFUND-FAILED' | 'DISPUTE' | 'WON' {
  return key.split('#', 1)[0] as ReturnType<typeof getKind>;
}

/** Once the entry is in the ledger it is safe: if the day's counts miss it, the nightly recount finds it. */
async function addEntry(entry: Entry, log: () => void): Promise<void> {
  const day = toDay(Date.parse(entry.at));
  const item = { pk: `LEDGER#${day}`, ...entry, expiresAt: getExpiry(day) };
  if (!(await putItem(getUsersTable(), item, ifNew))) return;
  log();
  const adding = addCounts(buildDayKey(day), countEntry(entry));
  await adding.catch((error: unknown) => logAnalyticsFailed({ error }));
}

function countEntry({ sk, amountCents = 0, currency }: Entry): Counts {
  const kind = getKind(sk);
  if (Object.hasOwn(events, kind)) return { [events[kind as EventKind].count]: 1 };
  return { revenueCents: getRevenueCents(amountCents, currency) };
}
