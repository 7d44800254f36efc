import { getNextDay } from '../../../shared/dates.ts';
import { RateLimited } from '../../errors.ts';
import { getCeilings } from '../../meters/ceilings.ts';
import type { User } from '../../request/caller.ts';
import { updateItem } from '../../tables/table.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  buildDeclinedCardsKey,
  type CounterKey,
  getUsageTable,
} from '../../tables/usage.ts';
import { logAllowanceRefused } from '../../telemetry/events.ts';
import * as texts from '../../texts.ts';
import { ignoreMissing, isInvalid, withStripe } from '../stripe.ts';

/** Counts a card form, once for each purchase, to stop card testing. */
export async function countCardForm(caller: User, purchaseId: string): Promise<void> {
  const now = Date.now();
  const { cardFormsPerAccount, cardFormsPerAddress } = getCeilings();
  const addressCounter = buildAddressCounterKey(caller.address, now);
  const isBelowLimit =
    (await addToSet(buildCounterKey(caller, now), 'cardForms', purchaseId, cardFormsPerAccount)) &&
    (await addToSet(addressCounter, 'cardForms', purchaseId, cardFormsPerAddress));
  if (!isBelowLimit) {
    logAllowanceRefused({ requestId: caller.requestId, kind: caller.kind, reason: 'card-forms' });
    throw new RateLimited(texts.tooManyCardForms, 'uncharged', getNextDay(now));
  }
}

export async function countDeclinedCard(setupIntentId: string, eventId: string): Promise<void> {
  const intent = await withStripe((stripe) => ignoreMissing(stripe.setupIntents.retrieve(setupIntentId)));
  const { userId, purchaseId } = intent?.metadata ?? {};
  if (!userId || !purchaseId) return;
  const counters = buildDeclinedCardsKey(userId, Date.now());
  if (!(await addToSet(counters, 'declinedCards', eventId, getCeilings().declinedCardsPerAccount)))
    await cancelSetupIntent(setupIntentId);
}

/** Closes a card form, unless a card has already been accepted. */
export async function cancelSetupIntent(setupIntentId: string): Promise<void> {
  await withStripe((stripe) =>
    stripe.setupIntents.cancel(setupIntentId).catch((error: unknown) => {
      if (!isInvalid(error)) throw error;
    }),
  );
}

/** @returns false when the set already holds `max` other ids */
async function addToSet(counters: CounterKey, name: 'cardForms' | 'declinedCards', id: string, max: number) {
  const added = await updateItem(getUsageTable(), counters, {
    UpdateExpression: 'SET expiresAt = :expiresAt ADD #ids :ids',
    ConditionExpression: 'attribute_not_exists(#ids) OR size(#ids) < :max OR contains(#ids, :id)',
    ExpressionAttributeNames: { '#ids': name },
    ExpressionAttributeValues: {
      ':expiresAt': counters.expiresAt,
      ':ids': new Set([id]),
      ':id': id,
      ':max': max,
    },
  });
  return added !== undefined;
}
