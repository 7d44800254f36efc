import { isDeepStrictEqual } from 'node:util';
import Stripe from 'stripe';
import { ignoreMissing } from '../../../functions/billing/stripe.ts';
import { endpoints } from '../../../shared/api/index.ts';
import { type Plan, planCurrency, plans, priceTaxBehavior } from '../../../shared/plans.ts';
import { webhookEvents } from '../../../shared/webhook-events.ts';

/** Idempotent: compares each part and changes only what differs. */
export async function setUpCatalogue(stripe: Stripe, report: Report): Promise<void> {
  await setUpProduct(stripe, report);
  for (const plan of Object.values(plans)) await setUpPrice(stripe, plan, report);
}

async function setUpProduct(stripe: Stripe, report: Report): Promise<void> {
  const found = await ignoreMissing(stripe.products.retrieve(productId));
  if (!found) await stripe.products.create({ id: productId, name: 'Parley Premium' });
  else if (!found.active) await stripe.products.update(productId, { active: true });
  report(!found ? 'created' : found.active ? 'ok' : 'changed', `the product ${productId}`);
}

/** Stripe's prices cannot change. A new price takes over the lookup key; existing subscribers keep the old one. */
async function setUpPrice(stripe: Stripe, plan: Plan, report: Report): Promise<void> {
  const { data } = await stripe.prices.list({ lookup_keys: [plan.id] });
  const [found] = data;
  const name = `the price ${plan.id}, ${formatAmount(plan)} a ${plan.interval}`;
  if (found && matches(plan, found)) {
    const isCurrent = found.active && found.tax_behavior === priceTaxBehavior;
    if (!isCurrent) await stripe.prices.update(found.id, { active: true, tax_behavior: priceTaxBehavior });
    return report(isCurrent ? 'ok' : 'changed', name);
  }
  await stripe.prices.create({
    product: productId,
    lookup_key: plan.id,
    transfer_lookup_key: true,
    currency: planCurrency,
    unit_amount: plan.amountCents,
    recurring: { interval: plan.interval },
    tax_behavior: priceTaxBehavior,
    metadata: { plan: plan.id },
  });
  report('created', name);
  if (!found) return;
  await stripe.prices.update(found.id, { active: false });
  report('retired', `the price ${found.id}`);
}

/** An unspecified tax behaviour can be set once; any other is final. */
function matches(plan: Plan, price: Stripe.Price): boolean {
  const { product, currency, unit_amount, recurring, tax_behavior } = price;
  return (
    tax_behavior !== 'exclusive' &&
    product === productId &&
    currency === planCurrency &&
    unit_amount === plan.amountCents &&
    recurring?.interval === plan.interval &&
    recurring.interval_count === 1
  );
}

/** Each site has a portal configuration, which `functions/billing/portal.ts` finds. */
export async function setUpPortal(stripe: Stripe, site: string, report: Report): Promise<void> {
  const name = 'the customer portal: card, invoices with a VAT number, cancelling at the end of the period';
  const active = stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const all = await active.autoPagingToArray({ limit: maxListed });
  const found = all.find(({ metadata }) => metadata?.site === site);
  if (!found) {
    await stripe.billingPortal.configurations.create({ features: portalFeatures, metadata: { site } });
    return report('created', name);
  }
  const isCurrent = Object.entries(portalFeatures).every(([name, wanted]) => {
    const given = found.features[name as keyof typeof portalFeatures];
    return isDeepStrictEqual({ ...given, ...wanted }, given);
  });
  if (!isCurrent) await stripe.billingPortal.configurations.update(found.id, { features: portalFeatures });
  report(isCurrent ? 'ok' : 'changed', name);
}

const portalFeatures = {
  // Stripe checks the VAT number, and prints both on invoices.
  customer_update: { enabled: true, allowed_updates: ['name', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: { enabled: false },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;

/**
 * Stripe shows a webhook's secret only once, and its API version cannot change. Replaces a webhook with an unknown
 * secret or another version.
 */
export async function setUpWebhook(
  stripe: Stripe,
  site: string,
  isSecretKnown: (id: string) => boolean,
  report: Report,
) {
  const url = site + endpoints['billing.webhook'].path;
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: maxListed });
  const ours = all.filter((each) => each.url === url);
  const found = ours.find(({ id, api_version }) => api_version === Stripe.API_VERSION && isSecretKnown(id));
  const outdated = ours.filter((each) => each !== found).map(({ id }) => id);
  if (!found) {
    const { id, secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...webhookEvents],
      api_version: Stripe.API_VERSION,
    });
    report('created', `the webhook ${url}`);
    return { id, secret, outdated };
  }
  const hasEvents = isDeepStrictEqual(new Set(found.enabled_events), new Set(webhookEvents));
  const isCurrent = found.status === 'enabled' && hasEvents;
  if (!isCurrent) {
    await stripe.webhookEndpoints.update(found.id, { enabled_events: [...webhookEvents], disabled: false });
  }
  report(isCurrent ? 'ok' : 'changed', `the webhook ${url}`);
  return { id: found.id, secret: undefined, outdated };
}

/** Call it after storing the new secret, so no event is lost. */
export async function removeOutdated(stripe: Stripe, ids: readonly string[], report: Report): Promise<void> {
  for (const id of ids) {
    await stripe.webhookEndpoints.del(id);
    report('removed', `the old webhook ${id}`);
  }
}

function formatAmount({ amountCents }: Plan): string {
  return (amountCents / 100).toLocaleString('en-US', { style: 'currency', currency: planCurrency });
}

const productId = 'parley_premium';
/** The SDK's limit. */
const maxListed = 10_000;

export type Report = (
  outcome: 'created' | 'changed' | 'retired' | 'removed' | 'written' | 'ok',
  what: string,
) => void;
