import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { planCurrency } from '../../shared/plans.ts';
import { updateProfile, userIdOf } from '../billing/profile.ts';
import {
  type DayCounts,
  documents,
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

/** For the outbox of a profile: written together with what makes it true. */
export function newEntry(kind: LedgerKind): LedgerKey {
  return `${kind}#${ulid()}`;
}

/**
 * Enters what waits in a profile's outbox, and takes it out there: each entry counts once, however often and by
 * however many it is entered.
 *
 * @returns how many entries waited
 */
export async function enterAll(profile: ProfileItem): Promise<number> {
  const waiting = Object.entries(profile.unentered ?? {}) as [LedgerKey, string][];
  for (const [key, at] of waiting) {
    const { count, happened } = kinds[key.split('#')[0] as LedgerKind];
    await enter({ ...placeOf(at), sk: key, at }, { [count]: 1 }, happened);
    await takeOut(profile, key);
  }
  return waiting.length;
}

/**
 * Enters a paid invoice, which counts once, however often it is told. There is no outbox for it: whoever cannot enter
 * it has to be told again.
 */
export async function enterInvoice({ id, at, ...paid }: Invoice): Promise<void> {
  const revenueCents = paid.currency === planCurrency ? paid.amountCents : 0;
  const item: InvoiceItem = { ...placeOf(at), sk: `INVOICE#${id}`, ...paid, at };
  await enter(item, { revenueCents }, () => invoicePaid(paid));
}

/**
 * Enters money that went back, or came again, once for each key.
 *
 * @param paid the amount is below zero where it went back
 */
export async function enterReversal(
  sk: ReversalItem['sk'],
  { at, ...paid }: Omit<Invoice, 'id'>,
): Promise<void> {
  const revenueCents = paid.currency === planCurrency ? paid.amountCents : 0;
  await enter({ ...placeOf(at), sk, ...paid, at }, { revenueCents }, () => paymentReversed(paid));
}

/** The ledger's partition of a day (UTC, `2026-11-20`). */
export function ledgerOf(day: string): LedgerItem['pk'] {
  return `LEDGER#${day}`;
}

/** When what is known of a day is forgotten, in seconds since 1970: after two years, as the privacy page says. */
export function expiryOf(day: string): number {
  return Date.parse(day) / 1_000 + 2 * 365 * 86_400;
}

interface Invoice extends Pick<InvoiceItem, 'amountCents' | 'currency' | 'plan' | 'at'> {
  /** Stripe's. */
  readonly id: string;
}

type LedgerKind = keyof typeof kinds;

const kinds = {
  SIGNUP: { count: 'signups', happened: signedUp },
  BEGAN: { count: 'began', happened: subscriptionBegan },
  ENDED: { count: 'ended', happened: subscriptionEnded },
} as const;

function placeOf(at: string) {
  const day = at.slice(0, 10);
  return { pk: ledgerOf(day), expiresAt: expiryOf(day) };
}

/** Once it is in the ledger, it is safe: the nightly recount finds it there, should the day's counts miss it. */
async function enter(
  item: LedgerItem | InvoiceItem | ReversalItem,
  counts: Partial<DayCounts>,
  happened: () => void,
): Promise<void> {
  if (!(await putNew(item))) return;
  happened();
  await addToDay(item.at.slice(0, 10), counts).catch((error: unknown) => analyticsFailed({ error }));
}

async function putNew(item: LedgerItem | InvoiceItem | ReversalItem): Promise<boolean> {
  const put = new PutCommand({
    TableName: usersTable(),
    Item: item,
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return documents.send(put).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    },
  );
}

async function addToDay(day: string, counts: Partial<DayCounts>): Promise<void> {
  const [[name, number] = ['', 0]] = Object.entries(counts);
  await documents.send(
    new UpdateCommand({
      TableName: usersTable(),
      Key: { pk: 'STATS', sk: `DAY#${day}` },
      UpdateExpression:
        'SET expiresAt = if_not_exists(expiresAt, :expiresAt) ADD #count :number, entered :one',
      ExpressionAttributeNames: { '#count': name },
      ExpressionAttributeValues: { ':expiresAt': expiryOf(day), ':number': number, ':one': 1 },
    }),
  );
}

async function takeOut(profile: ProfileItem, key: LedgerKey): Promise<void> {
  await updateProfile(userIdOf(profile), {
    UpdateExpression: 'REMOVE unentered.#key',
    ConditionExpression: 'attribute_exists(unentered.#key)',
    ExpressionAttributeNames: { '#key': key },
  });
}
