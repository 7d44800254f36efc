import { type Plan, planCurrency, plans, priceTaxBehavior } from '../../../../shared/plans.ts';
import { webhookEvents } from '../../../../shared/webhook-events.ts';
import type { Account } from '../account/account.ts';
import { apiVersion } from '../account/events.ts';
import type { Objects } from '../account/objects.ts';
import { callApi } from '../routes.ts';
import { createDefaultConfiguration } from './portal.ts';
import { createWebhookSecret } from './webhook-endpoints.ts';

/** Sets the account up as `npm run stripe:setup` does. @returns the webhook endpoint */
export function setUpAccount(account: Account, webhookUrl: string): Objects['webhook_endpoint'] {
  if (!account.find('product', productId))
    callApi(account, 'POST /v1/products', { id: productId, name: 'Parley Premium' });
  for (const plan of Object.values(plans)) setUpPrice(account, plan);
  setUpCode(account);
  createDefaultConfiguration(account);
  return setUpWebhook(account, webhookUrl);
}

const productId = 'parley_premium';

function setUpPrice(account: Account, { id, amountCents, interval }: Plan): void {
  const found = account.all('price').find(({ lookup_key }) => lookup_key === id);
  const isAlike = found?.unit_amount === amountCents && found.recurring?.interval === interval;
  if (isAlike && found.tax_behavior === priceTaxBehavior) return;
  callApi(account, 'POST /v1/prices', {
    product: productId,
    currency: planCurrency,
    unit_amount: String(amountCents),
    'recurring[interval]': interval,
    tax_behavior: priceTaxBehavior,
    lookup_key: id,
    transfer_lookup_key: 'true',
    'metadata[plan]': id,
  });
}

/** Like Stripe's test cards, something to try. */
function setUpCode(account: Account): void {
  if (account.find('coupon', couponId)) return;
  callApi(account, 'POST /v1/coupons', { id: couponId, percent_off: '50', duration: 'once' });
  const promotion = { 'promotion[type]': 'coupon', 'promotion[coupon]': couponId };
  callApi(account, 'POST /v1/promotion_codes', { code: 'HALF', ...promotion });
}

const couponId = 'half';

function setUpWebhook(account: Account, url: string): Objects['webhook_endpoint'] {
  const [known] = account.all('webhook_endpoint');
  const wanted = { url, enabled_events: [...webhookEvents] };
  // The site's port may have changed.
  if (known) account.change('webhook_endpoint', known, wanted);
  const fixed = { api_version: apiVersion, secret: createWebhookSecret(), status: 'enabled' } as const;
  return known ?? account.create('webhook_endpoint', { ...wanted, ...fixed });
}
