import { getNextDay } from '../../../shared/dates.ts';
import { RateLimited } from '../../errors.ts';
import { getCeilings } from '../../meters/ceilings.ts';
import type { User } from '../../request/caller.ts';
import { updateItem } from '../../tables/table.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  buildDayCounterKey,
  type CounterKey,
  getUsageTable,
  toEmailKey,
} from '../../tables/usage.ts';
import { logAllowanceRefused } from '../../telemetry/events.ts';
import { say } from '../../texts.ts';
import { ignoreMissing, isInvalid, withStripe } from '../stripe.ts';

/**
 * Counts a card form, once for each purchase and before Stripe is asked, to stop card testing.
 * @throws RateLimited after too many forms or declined cards of the mailbox or the address
 */
export async function countCardForm(caller: User, purchaseId: string): Promise<void> {
  const now = Date.now();
  const ceilings = getCeilings();
  const isBelowLimit =
    (await addForm(buildCounterKey(caller, now), purchaseId, {
      cardForms: ceilings.cardFormsPerAccount,
      declinedCards: ceilings.declinedCardsPerAccount,
    })) &&
    (await addForm(buildAddressCounterKey(caller.address, now), purchaseId, {
      cardForms: ceilings.cardFormsPerAddress,
      declinedCards: ceilings.declinedCardsPerAddress,
    }));
  if (!isBelowLimit) {
    logAllowanceRefused({ requestId: caller.requestId, kind: caller.kind, reason: 'card-forms' });
    throw new RateLimited(say('tooManyCardForms'), 'uncharged', getNextDay(now));
  }
}

/**
 * Counts a promotion code before Stripe is asked; again, it is free.
 * @throws RateLimited after too many different codes of the mailbox or the address
 */
export async function countCode(caller: User, code: string): Promise<void> {
  const now = Date.now();
  const id = code.toLowerCase();
  const { codesPerAccount, codesPerAddress } = getCeilings();
  const isBelowLimit =
    (await addToSet(buildCounterKey(caller, now), 'codes', id, codesPerAccount)) &&
    (await addToSet(buildAddressCounterKey(caller.address, now), 'codes', id, codesPerAddress));
  if (!isBelowLimit) {
    logAllowanceRefused({ requestId: caller.requestId, kind: caller.kind, reason: 'codes' });
    throw new RateLimited(say('tooManyCodes'), 'uncharged', getNextDay(now));
  }
}

/** Names the counters of a form's declined cards in its metadata: the account may be gone when a card is declined. */
export function nameCounters(caller: User): CardCounters {
  return { mailbox: toEmailKey(caller), network: buildAddressCounterKey(caller.address, Date.now()).pk };
}

export interface CardCounters {
  readonly mailbox: CounterKey['pk'];
  readonly network: CounterKey['pk'];
}

/** Closes the form after too many declined cards of its mailbox or address. */
export async function countDeclinedCard(setupIntentId: string, eventId: string): Promise<void> {
  const intent = await withStripe((stripe) => ignoreMissing(stripe.setupIntents.retrieve(setupIntentId)));
  const { mailbox, network } = (intent?.metadata ?? {}) as Partial<CardCounters>;
  // Not a form of ours.
  if (!mailbox || !network) return;
  const { declinedCardsPerAccount, declinedCardsPerAddress } = getCeilings();
  const own = await addDeclined(mailbox, eventId, declinedCardsPerAccount);
  const atAddress = await addDeclined(network, eventId, declinedCardsPerAddress);
  if (!own || !atAddress) await cancelSetupIntent(setupIntentId);
}

/** Closes a card form, unless a card has already been accepted. */
export async function cancelSetupIntent(setupIntentId: string): Promise<void> {
  await withStripe((stripe) =>
    stripe.setupIntents.cancel(setupIntentId).catch((error: unknown) => {
      if (!isInvalid(error)) throw error;
    }),
  );
}

/** @returns false if there are too many other forms, or too many declined cards */
function addForm(counters: CounterKey, id: string, max: Record<'cardForms' | 'declinedCards', number>) {
  const fewDeclined = '(attribute_not_exists(declinedCards) OR size(declinedCards) < :maxDeclined)';
  return addToSet(counters, 'cardForms', id, max.cardForms, {
    condition: ` AND ${fewDeclined}`,
    values: { ':maxDeclined': max.declinedCards },
  });
}

function addDeclined(pk: CounterKey['pk'], eventId: string, max: number): Promise<boolean> {
  return addToSet(buildDayCounterKey(pk, Date.now()), 'declinedCards', eventId, max);
}

/** @returns false when the set already holds `max` other ids, or the further condition does not hold */
async function addToSet(
  counters: CounterKey,
  name: 'cardForms' | 'declinedCards' | 'codes',
  id: string,
  max: number,
  { condition = '', values = {} } = {},
): Promise<boolean> {
  const added = await updateItem(getUsageTable(), counters, {
    UpdateExpression: 'SET expiresAt = :expiresAt, utcDay = :utcDay ADD #ids :ids',
    ConditionExpression: `(attribute_not_exists(#ids) OR size(#ids) < :max OR contains(#ids, :id))${condition}`,
    ExpressionAttributeNames: { '#ids': name },
    ExpressionAttributeValues: {
      ':expiresAt': counters.expiresAt,
      ':utcDay': counters.utcDay,
      ':ids': new Set([id]),
      ':id': id,
      ':max': max,
      ...values,
    },
  });
  return added !== undefined;
}
