import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import type Stripe from 'stripe';
import { webhookEvents } from '../../shared/webhook-events.ts';
import { handleEvent } from '../billing/events/handle-event.ts';
import { toReceivedEvent } from '../billing/events/signed-event.ts';
import { assessedFields, assessSubscriptions, syncSubscription } from '../billing/events/sync.ts';
import { findOwner } from '../billing/purchase/customers.ts';
import { ignoreMissing, readId, withStripe } from '../billing/stripe.ts';
import { PaymentsUnavailable } from '../errors.ts';
import { type JobRun, job } from '../job.ts';
import { parseUserId } from '../tables/profiles.ts';
import { noSubscription } from '../tables/subscription.ts';
import { deleteItem, putItem, readItem, scanPages } from '../tables/table.ts';
import { getUsersTable, type ReconcileCursorItem } from '../tables/users.ts';
import { logSubscriptionsReconciled } from '../telemetry/events.ts';

/**
 * Handles undelivered events, then compares subscriptions at Stripe with profiles, both from the last run's cursor on.
 *
 * A page of 100 subscriptions takes about 4 s, so a night's three attempts compare 67,000. Half a million take eight
 * nights; webhooks keep them right meanwhile. Memory holds a page.
 */
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
  const total: { handled: number; fault?: unknown } = { handled: 0 };
  const list = (stripe: Stripe, starting: Starting) =>
    stripe.events.list({ delivery_success: false, types: [...webhookEvents], limit: 100, ...starting });
  for await (const events of listPages('RECONCILE#EVENTS', list, run)) {
    for (const event of events) {
      run.requireTime(customerMs);
      try {
        if (await handleEvent(toReceivedEvent(event))) total.handled += 1;
      } catch (error) {
        total.fault ??= error;
      }
    }
  }
  return total;
}

async function compareAll(run: JobRun): Promise<{ compared: number; corrected: number; fault?: unknown }> {
  const total: { compared: number; corrected: number; fault?: unknown } = { compared: 0, corrected: 0 };
  const list = (stripe: Stripe, starting: Starting) =>
    stripe.subscriptions.list({ status: 'all', limit: 100, expand: [...assessedFields], ...starting });
  for await (const page of listPages('RECONCILE', list, run)) {
    const atOnce = pLimit(customersAtOnce);
    const byCustomer = Map.groupBy(page, ({ customer }) => readId(customer) ?? '');
    await atOnce.map(byCustomer, async ([customerId, subscriptions]) => {
      run.requireTime(customerMs);
      try {
        if (await repairDrift(customerId, subscriptions)) total.corrected += 1;
      } catch (error) {
        total.fault ??= error;
      }
    });
    total.compared += page.length;
  }
  return total;
}

/** Stripe allows 100 requests a second, and a customer needs one to three of about 300 ms. */
const customersAtOnce = 10;

/** Page by page, from the last run's cursor on. A page that is not finished is listed again by the next run. */
async function* listPages<Listed extends { id: string }>(
  sk: ReconcileCursorItem['sk'],
  list: (stripe: Stripe, starting: Starting) => Stripe.ApiListPromise<Listed>,
  run: JobRun,
): AsyncGenerator<Listed[]> {
  const key = { pk: 'STATS', sk } as const;
  const saved = await readItem<ReconcileCursorItem>(getUsersTable(), key);
  for (let lastId = saved?.lastId; ; ) {
    run.requireTime(customerMs);
    const page = await withStripe((stripe) => listAfter(stripe, list, lastId));
    yield page.data;
    lastId = page.data.at(-1)?.id;
    if (!page.has_more || !lastId) break;
    await putItem<ReconcileCursorItem>(getUsersTable(), { ...key, lastId });
  }
  await deleteItem(getUsersTable(), key);
}

/** From the first one if Stripe no longer has the cursor's object. */
async function listAfter<Listed>(
  stripe: Stripe,
  list: (stripe: Stripe, starting: Starting) => Stripe.ApiListPromise<Listed>,
  lastId: string | undefined,
): Promise<Stripe.ApiList<Listed>> {
  const afterCursor = lastId && (await ignoreMissing(list(stripe, { starting_after: lastId })));
  return afterCursor || list(stripe, {});
}

type Starting = Pick<Stripe.PaginationParams, 'starting_after'>;

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
