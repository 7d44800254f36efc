import Stripe from 'stripe';
import { isMissing } from '../../functions/billing/stripe.ts';
import { endpoints } from '../../shared/api/index.ts';
import { isPlanId, type Plan, planCurrency, plans } from '../../shared/plans.ts';
import { webhookEvents } from '../../shared/webhook-events.ts';

/**
 * What the product expects of a Stripe account. Each part is compared first, and touched only where it differs:
 * doing it twice is doing it once, also where the first time ended half-way.
 */
export async function setUpCatalogue(stripe: Stripe, report: Report): Promise<void> {
  await setUpProduct(stripe, report);
  const current = new Set<string>();
  for (const plan of Object.values(plans)) current.add(await setUpPrice(stripe, plan, report));
  await retirePrices(stripe, current, report);
}

async function setUpProduct(stripe: Stripe, report: Report): Promise<void> {
  const found = await stripe.products.retrieve(productId).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!found) await stripe.products.create({ id: productId, name: 'Parley Premium' });
  else if (!found.active) await stripe.products.update(productId, { active: true });
  report(!found ? 'made' : found.active ? 'right' : 'changed', `the product ${productId}`);
}

/**
 * Stripe's prices never change: another amount is another price, which takes over the plan's lookup key. Whoever has
 * subscribed before goes on at the old one.
 *
 * @returns the price's id
 */
async function setUpPrice(stripe: Stripe, plan: Plan, report: Report): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [plan.id] });
  const [found] = data;
  const name = `the price ${plan.id}, ${amountOf(plan)} a ${plan.interval}`;
  if (found && isFor(plan, found)) {
    if (!found.active) await stripe.prices.update(found.id, { active: true });
    report(found.active ? 'right' : 'changed', name);
    return found.id;
  }
  const made = await stripe.prices.create({
    product: productId,
    lookup_key: plan.id,
    transfer_lookup_key: true,
    currency: planCurrency,
    unit_amount: plan.amountCents,
    recurring: { interval: plan.interval },
    metadata: { [planMark]: plan.id },
  });
  report('made', name);
  if (found) await retire(stripe, found, report);
  return made.id;
}

function isFor(plan: Plan, { product, currency, unit_amount, recurring }: Stripe.Price): boolean {
  return (
    product === productId &&
    currency === planCurrency &&
    unit_amount === plan.amountCents &&
    recurring?.interval === plan.interval &&
    recurring.interval_count === 1
  );
}

/** Prices of ours that an earlier run left behind; the owner's own, for a few, stay. */
async function retirePrices(stripe: Stripe, current: ReadonlySet<string>, report: Report): Promise<void> {
  for await (const price of stripe.prices.list({ product: productId, active: true, limit: 100 })) {
    if (isPlanId(price.metadata[planMark] ?? '') && !current.has(price.id)) {
      await retire(stripe, price, report);
    }
  }
}

async function retire(stripe: Stripe, { id }: Stripe.Price, report: Report): Promise<void> {
  await stripe.prices.update(id, { active: false });
  report('retired', `the price ${id}`);
}

/** What people may do on Stripe's own pages. Each site has its own, which `functions/billing/portal.ts` finds. */
export async function setUpPortal(stripe: Stripe, site: string, report: Report): Promise<void> {
  const name = 'the customer portal: card, invoices, cancelling at the end of the period';
  const found = await findPortal(stripe, site);
  if (!found) {
    await stripe.billingPortal.configurations.create({ features: portalFeatures, metadata: { site } });
    return report('made', name);
  }
  const isRight = Object.entries(portalFeatures).every(([feature, wanted]) =>
    hasAll(found.features[feature as keyof typeof portalFeatures], wanted),
  );
  if (!isRight) await stripe.billingPortal.configurations.update(found.id, { features: portalFeatures });
  report(isRight ? 'right' : 'changed', name);
}

async function findPortal(stripe: Stripe, site: string) {
  for await (const each of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (each.metadata?.site === site) return each;
  }
  return undefined;
}

function hasAll(given: object, wanted: object): boolean {
  const fields = new Map(Object.entries(given));
  return Object.entries(wanted).every(([name, value]) => fields.get(name) === value);
}

/** Another plan means a new subscription, as the page says. */
const portalFeatures = {
  customer_update: { enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: { enabled: false },
} as const;

/**
 * The webhook of a site, with exactly the events that the product follows. Stripe shows a webhook's secret once, and
 * never changes the version it speaks: one whose secret nobody has, or of another version, is replaced.
 *
 * @param isSecretKnown whether the secret of the webhook with this id is at hand
 */
export async function setUpWebhook(
  stripe: Stripe,
  site: string,
  isSecretKnown: (id: string) => boolean,
  report: Report,
): Promise<Webhook> {
  const url = site + endpoints['billing.webhook'].path;
  const ours: Stripe.WebhookEndpoint[] = [];
  for await (const each of stripe.webhookEndpoints.list({ limit: 100 }))
    if (each.url === url) ours.push(each);

  const found = ours.find(({ id, api_version }) => api_version === Stripe.API_VERSION && isSecretKnown(id));
  const outdated = ours.filter((each) => each !== found).map(({ id }) => id);
  if (!found) {
    const { id, secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...webhookEvents],
      api_version: Stripe.API_VERSION,
    });
    report('made', `the webhook ${url}`);
    return { id, secret, outdated };
  }
  const isRight = found.status === 'enabled' && isSame(found.enabled_events, webhookEvents);
  if (!isRight) {
    await stripe.webhookEndpoints.update(found.id, { enabled_events: [...webhookEvents], disabled: false });
  }
  report(isRight ? 'right' : 'changed', `the webhook ${url}`);
  return { id: found.id, secret: undefined, outdated };
}

/** Ends the webhooks that a new one has replaced: once its secret is kept, so that no event is lost between. */
export async function removeOutdated(stripe: Stripe, { outdated }: Webhook, report: Report): Promise<void> {
  for (const id of outdated) {
    await stripe.webhookEndpoints.del(id);
    report('removed', `the webhook ${id}, which was there before`);
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && other.every((each) => one.includes(each));
}

function amountOf({ amountCents }: Plan): string {
  return (amountCents / 100).toLocaleString('en-US', { style: 'currency', currency: planCurrency });
}

const productId = 'parley_premium';

/** The name under which a price of ours says whose it is: the lookup key moves on. */
const planMark = 'plan';

/** Hears of each part what became of it. */
export type Report = (
  outcome: 'made' | 'changed' | 'retired' | 'removed' | 'written' | 'right',
  what: string,
) => void;

interface Webhook {
  readonly id: string;
  /** Where it was made just now. */
  readonly secret: string | undefined;
  /** The ids of those in whose place it is. */
  readonly outdated: readonly string[];
}
