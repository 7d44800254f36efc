import { type Plan, planCurrency, plans } from '../../../shared/plans.ts';
import { webhookEvents } from '../../../shared/webhook-events.ts';
import type { Account, Objects, StripeObject } from './account.ts';
import { apiVersion } from './event.ts';
import type { OpenAccount } from './open-account.ts';
import { makeDefaultConfiguration } from './portal.ts';
import { findRoute } from './routes.ts';

/**
 * What is in the account from the start, as `npm run stripe:setup` leaves it: the product, its prices, the portal's
 * settings and the webhook. What is there already stays.
 *
 * @returns the webhook
 */
export function furnish(account: OpenAccount, webhookUrl: string): Objects['webhook_endpoint'] {
  if (!account.find('product', productId)) {
    post(account, '/v1/products', { id: productId, name: 'Parley Premium' });
  }
  for (const plan of Object.values(plans)) furnishPrice(account, plan);
  makeDefaultConfiguration(account);
  return furnishWebhook(account, webhookUrl);
}

const productId = 'parley_premium';

/** Another amount is another price: who has subscribed before goes on at the old one. */
function furnishPrice(account: OpenAccount, plan: Plan): void {
  const found = account.all('price').find(({ lookup_key }) => lookup_key === plan.id);
  const isRight = found?.unit_amount === plan.amountCents && found.recurring?.interval === plan.interval;
  if (isRight) return;
  post(account, '/v1/prices', {
    product: productId,
    currency: planCurrency,
    unit_amount: String(plan.amountCents),
    recurring: { interval: plan.interval },
    lookup_key: plan.id,
    transfer_lookup_key: 'true',
    metadata: { plan: plan.id },
  });
  if (found) post(account, `/v1/prices/${found.id}`, { active: 'false' });
}

/** The site's port may be another than last time. */
function furnishWebhook(account: OpenAccount, url: string): Objects['webhook_endpoint'] {
  const known = account.find('webhook_endpoint', account.recall<string>('webhook') ?? '');
  const wanted = { url, enabled_events: [...webhookEvents] };
  if (known) {
    post(account, `/v1/webhook_endpoints/${known.id}`, wanted);
    return known;
  }
  const made = post(account, '/v1/webhook_endpoints', { ...wanted, api_version: apiVersion });
  account.remember('webhook', made.id);
  return made as Objects['webhook_endpoint'];
}

/** A call of the account's owner. */
function post(account: Account, url: string, params: Readonly<Record<string, unknown>>): StripeObject {
  const found = findRoute('POST', url);
  if (!found) throw new Error(`There is no ${url}`);
  return found.route.run({ account, path: found.path, params }) as StripeObject;
}
