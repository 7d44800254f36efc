import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import { webhookEvents } from '../../shared/webhook-events.ts';
import { handleEvent } from '../billing/events/handle-event.ts';
import { toReceivedEvent } from '../billing/events/signed-event.ts';
import { assessSubscriptions, syncSubscription } from '../billing/events/sync.ts';
import { findOwner } from '../billing/purchase/customers.ts';
import { ignoreMissing, readId, withStripe } from '../billing/stripe.ts';
import { PaymentsUnavailable } from '../errors.ts';
import { type JobRun, job } from '../job.ts';
import { parseUserId } from '../tables/profiles.ts';
import { noSubscription } from '../tables/subscription.ts';
import { deleteItem, putItem, readItem, scanPages } from '../tables/table.ts';
import { getUsersTable, type ReconcileCursorItem } from '../tables/users.ts';
import { logSubscriptionsReconciled } from '../telemetry/events.ts';

/** Handles undelivered events, then compares subscriptions at Stripe with profiles, from the last run's cursor on. */
export const handler = job('reconcile-subscriptions', async (run) => {
  try {
    const { handled, fault } = await handleUndelivered(run);
    const { compared, corrected, fault: driftFault } = await compareAll(run);
    logSubscriptionsReconciled({ events: handled, compared, corrected });
    if (fault ?? driftFault) throw fault ?? driftFault;
  } catch (error) {
    // With a cause, Stripe has refused the keys.
    const hasKeys = !(error instanceof PaymentsUnavailable) || error.cause !== undefined;
    // Without keys nothing is sold here, unless they are lost.
    if (hasKeys || (await hasCustomers(run))) throw error;
  }
});

/** Ends at the first profile with a customer, so only a site that never sold anything is read in full. */
async function hasCustomers(run: JobRun): Promise<boolean> {
  const profiles = scanPages<object>({
    TableName: getUsersTable(),
    FilterExpression: 'attribute_exists(customerId)',
    ProjectionExpression: 'pk',
  });
  for await (const page of profiles) {
    if (page.length > 0) return true;
    run.requireTime(customerMs);
  }
  return false;
}

/** Stripe lists the undelivered events of the last 30 days. One that fails does not stop the others. */
async function handleUndelivered(run: JobRun): Promise<{ handled: number; fault?: unknown }> {
  const events = await withStripe((stripe) =>
    stripe.events
      .list({ delivery_success: false, types: [...webhookEvents], limit: 100 })
      .autoPagingToArray({ limit: 10_000 }),
  );
  let handled = 0;
  let fault: unknown;
  for (const event of events) {
    run.requireTime(customerMs);
    try {
      if (await handleEvent(toReceivedEvent(event))) handled += 1;
    } catch (error) {
      fault ??= error;
    }
  }
  return { handled, fault };
}

async function compareAll(run: JobRun): Promise<{ compared: number; corrected: number; fault?: unknown }> {
  const total: { compared: number; corrected: number; fault?: unknown } = { compared: 0, corrected: 0 };
  const saved = await readItem<ReconcileCursorItem>(getUsersTable(), cursorKey);
  for (let cursor = saved?.lastSubscriptionId; ; ) {
    run.requireTime(customerMs);
    const page = await withStripe((stripe) => listAfter(stripe, cursor));
    for (const [customerId, subscriptions] of Map.groupBy(
      page.data,
      ({ customer }) => readId(customer) ?? '',
    )) {
      run.requireTime(customerMs);
      try {
        if (await repairDrift(customerId, subscriptions)) total.corrected += 1;
      } catch (error) {
        total.fault ??= error;
      }
    }
    total.compared += page.data.length;
    cursor = page.data.at(-1)?.id;
    if (!page.has_more || !cursor) break;
    await putItem(getUsersTable(), { ...cursorKey, lastSubscriptionId: cursor });
  }
  await deleteItem(getUsersTable(), cursorKey);
  return total;
}

/** The last subscription of the last compared page, for the next run. */
const cursorKey = { pk: 'STATS', sk: 'RECONCILE' } as const;

/** From the first one if Stripe no longer has the cursor's subscription. */
async function listAfter(stripe: Stripe, cursor: string | undefined) {
  const all: Stripe.SubscriptionListParams = { status: 'all', limit: 100, expand: ['data.customer'] };
  const afterCursor =
    cursor && (await ignoreMissing(stripe.subscriptions.list({ ...all, starting_after: cursor })));
  return afterCursor || stripe.subscriptions.list(all);
}

/** The page may lack a customer's other subscriptions; the sync reads all of them. */
async function repairDrift(customerId: string, subscriptions: Stripe.Subscription[]): Promise<boolean> {
  const owner = await findOwner(customerId);
  if (!owner) return false;
  const { subscription = noSubscription } = owner;
  const expected = await withStripe((stripe) => assessSubscriptions(stripe, subscriptions));
  if (isDeepStrictEqual(subscription, expected)) return false;
  const written = await syncSubscription(parseUserId(owner), customerId);
  return written !== undefined && !isDeepStrictEqual(subscription, written);
}

/** One customer may need several calls of 6 seconds. */
const customerMs = 30_000;
