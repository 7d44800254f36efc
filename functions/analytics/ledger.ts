import { ulid } from 'ulid';
import { planCurrency } from '../../shared/plans.ts';
import { parseUserId, updateProfile } from '../tables/profiles.ts';
import { ifNew, putItem } from '../tables/table.ts';
import {
  type DayCounts,
  type InvoiceItem,
  type LedgerItem,
  type LedgerKey,
  type ProfileItem,
  type ReversalItem,
  usersTable,
} from '../tables/users.ts';
import {
  analyticsFailed,
  invoicePaid,
  paymentReversed,
  signedUp,
  subscriptionBegan,
  subscriptionEnded,
} from '../telemetry/events.ts';
import { addToDay, getExpiry } from './days.ts';

/** Creates a key for a profile's outbox. Write it together with the change that it records. */
export function createEntryKey(kind: LedgerKind): LedgerKey {
  return `${kind}#${ulid()}`;
}

/**
 * Moves a profile's outbox into the ledger. Each entry counts once, however often it is entered.
 *
 * @returns the number of entries
 */
export async function emptyOutbox(profile: ProfileItem): Promise<number> {
  const waiting = Object.entries(profile.unentered ?? {}) as [LedgerKey, string][];
  for (const [key, at] of waiting) {
    const { count, log } = kinds[key.split('#')[0] as LedgerKind];
    await enter({ ...beginItem(at), sk: key, at }, { [count]: 1 }, log);
    await updateProfile(parseUserId(profile), {
      UpdateExpression: 'REMOVE unentered.#key',
      ConditionExpression: 'attribute_exists(unentered.#key)',
      ExpressionAttributeNames: { '#key': key },
    });
  }
  return waiting.length;
}

/** Enters a paid invoice once. There is no outbox for it: when this throws, Stripe has to send the event again. */
export async function enterInvoice({ id, at, ...paid }: Invoice): Promise<void> {
  const item: InvoiceItem = { ...beginItem(at), sk: `INVOICE#${id}`, ...paid, at };
  await enter(item, { revenueCents: countRevenue(paid) }, () => invoicePaid(paid));
}

/** Enters a refund or a dispute once for each key. @param paid the amount is negative where money went back */
export async function enterReversal(
  sk: ReversalItem['sk'],
  { at, ...paid }: Omit<Invoice, 'id'>,
): Promise<void> {
  const item: ReversalItem = { ...beginItem(at), sk, ...paid, at };
  await enter(item, { revenueCents: countRevenue(paid) }, () => paymentReversed(paid));
}

/** The ledger's partition of a day (UTC, `2026-11-20`). */
export function toLedger(day: string): LedgerItem['pk'] {
  return `LEDGER#${day}`;
}

interface Invoice extends Pick<InvoiceItem, 'amountCents' | 'currency' | 'plan' | 'at'> {
  /** Stripe's id. */
  readonly id: string;
}

type LedgerKind = keyof typeof kinds;

const kinds = {
  SIGNUP: { count: 'signups', log: signedUp },
  BEGAN: { count: 'began', log: subscriptionBegan },
  ENDED: { count: 'ended', log: subscriptionEnded },
} as const;

function beginItem(at: string) {
  const day = at.slice(0, 10);
  return { pk: toLedger(day), expiresAt: getExpiry(day) };
}

function countRevenue({ currency, amountCents }: Pick<Invoice, 'currency' | 'amountCents'>): number {
  return currency === planCurrency ? amountCents : 0;
}

/** Once the entry is in the ledger it is safe: if the day's counts miss it, the nightly recount finds it. */
async function enter(
  item: LedgerItem | InvoiceItem | ReversalItem,
  counts: Partial<DayCounts>,
  log: () => void,
): Promise<void> {
  if (!(await putItem(usersTable(), item, ifNew))) return;
  log();
  await addToDay(item.at.slice(0, 10), counts).catch((error: unknown) => analyticsFailed({ error }));
}
