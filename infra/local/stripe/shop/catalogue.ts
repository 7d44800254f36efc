import { type Plan, planCurrency, plans } from '../../../../shared/plans.ts';
import { webhookEvents } from '../../../../shared/webhook-events.ts';
import type { Account } from '../account/account.ts';
import { apiVersion } from '../account/events.ts';
import type { Objects } from '../account/objects.ts';
import { callApi } from '../routes.ts';
import { createDefaultConfiguration } from './portal.ts';

/**
 * Sets the account up as `npm run stripe:setup` does. Correct parts stay.
 *
 * @returns the webhook endpoint
 */
export function setUpAccount(account: Account, webhookUrl: string): Objects['webhook_endpoint'] {
  if (!account.find('product', productId))
    callApi(account, 'POST /v1/products', { id: productId, name: 'Parley Premium' });
  for (const plan of Object.values(plans)) setUpPrice(account, plan);
  createDefaultConfiguration(account);
  return setUpWebhook(account, webhookUrl);
}

const productId = 'parley_premium';

/** Another amount is another price: existing subscriptions keep theirs. */
function setUpPrice(account: Account, { id, amountCents, interval }: Plan): void {
  const found = account.all('price').find(({ lookup_key }) => lookup_key === id);
  if (found?.unit_amount === amountCents && found.recurring?.interval === interval) return;
  callApi(account, 'POST /v1/prices', {
    product: productId,
    currency: planCurrency,
    unit_amount: String(amountCents),
    'recurring[interval]': interval,
    lookup_key: id,
    transfer_lookup_key: 'true',
    'metadata[plan]': id,
  });
  if (found) callApi(account, `POST /v1/prices/${found.id}`, { active: 'false' });
}

/** The site's port may have changed. */
function setUpWebhook(account: Account, url: string): Objects['webhook_endpoint'] {
  const known = account.find('webhook_endpoint', account.recall<string>('webhook'));
  const events = webhookEvents.map((type, index) => [`enabled_events[${index}]`, type] as const);
  const wanted = { url, ...Object.fromEntries(events) };
  if (known) {
    callApi(account, `POST /v1/webhook_endpoints/${known.id}`, wanted);
    return known;
  }
  const made = callApi<Objects['webhook_endpoint']>(account, 'POST /v1/webhook_endpoints', {
    ...wanted,
    api_version: apiVersion,
  });
  account.remember('webhook', made.id);
  return made;
}
