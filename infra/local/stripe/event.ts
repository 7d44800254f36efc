import type { Account, EventRequest, StripeObject, WebhookEndpoint } from './account.ts';

/** The only version that is spoken: the SDK's. */
export const apiVersion = '2026-10-28.endive';

/** Makes an event, and a delivery of it for each webhook endpoint that wants its type. */
export function makeEvent(
  account: Account,
  request: EventRequest,
  type: string,
  object: StripeObject,
  previous?: Readonly<Record<string, unknown>>,
): void {
  const endpoints = account.all('webhook_endpoint').filter((endpoint) => wants(endpoint, type));
  const id = account.newId('evt');
  account.save('event', {
    id,
    object: 'event',
    api_version: apiVersion,
    created: account.now(),
    data: {
      object: structuredClone(object),
      ...(previous && { previous_attributes: structuredClone(previous) }),
    },
    livemode: false,
    pending_webhooks: endpoints.length,
    request,
    type,
  });
  for (const endpoint of endpoints) {
    account.save('delivery', {
      id: account.newId('delivery'),
      object: 'delivery',
      created: account.now(),
      event: id,
      endpoint: endpoint.id,
      state: 'pending',
      attempts: 0,
      last_status: null,
    });
  }
}

/** Stripe keeps events for 30 days; those that are still to be delivered stay. */
export function forgetOldEvents(account: Account): void {
  const until = account.now() - 30 * 86_400;
  const old = account.all('event').filter(({ created }) => created < until);
  if (old.length === 0) return;
  const deliveries = Map.groupBy(account.all('delivery'), ({ event }) => event);
  for (const { id } of old) {
    const ways = deliveries.get(id) ?? [];
    if (ways.some(({ state }) => state === 'pending')) continue;
    for (const way of ways) account.remove('delivery', way.id);
    account.remove('event', id);
  }
}

function wants({ status, enabled_events }: WebhookEndpoint, type: string): boolean {
  return status === 'enabled' && (enabled_events.includes(type) || enabled_events.includes('*'));
}
