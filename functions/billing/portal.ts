import type Stripe from 'stripe';
import { portal } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { requireVariable } from '../environment.ts';
import { Conflict } from '../errors.ts';
import { getSubscription } from '../tables/subscription.ts';
import { say } from '../texts.ts';
import { ignoreMissing, withStripe } from './stripe.ts';

export const handler = endpoint('billing.portal', portal, async ({ opens }, caller) => {
  const { customerId } = caller.profile;
  if (!customerId) throw new Conflict(say('noPaymentYet'), 'uncharged');
  const { stripeId } = getSubscription(caller.profile);
  if (opens === 'due') return { url: await findInvoicePage(stripeId) };
  const site = requireVariable('SITE_ORIGIN');
  const returnUrl = `${site}/subscription-management`;
  const session = await withStripe(async (stripe) => {
    const configuration = await findConfiguration(stripe, site);
    const creation = stripe.billingPortal.sessions.create({
      customer: customerId,
      ...(configuration && { configuration }),
      return_url: returnUrl,
      ...(opens === 'card' && { flow_data: buildCardFlow(`${returnUrl}?returned=card`) }),
    });
    return ignoreMissing(creation);
  });
  if (!session) throw new Conflict(say('noPaymentYet'), 'uncharged');
  return { url: session.url };
});

/** Stripe may replace the address at any time, so it is never stored: https://docs.stripe.com/invoicing/hosted-invoice-page */
async function findInvoicePage(subscription: string | undefined): Promise<string> {
  const invoices =
    subscription &&
    (await withStripe((stripe) =>
      ignoreMissing(stripe.invoices.list({ subscription, status: 'open', limit: 1 })),
    ));
  const url = invoices ? invoices.data[0]?.hosted_invoice_url : undefined;
  if (!url) throw new Conflict(say('nothingDue'), 'uncharged');
  return url;
}

function buildCardFlow(returnUrl: string): Stripe.BillingPortal.SessionCreateParams.FlowData {
  return {
    type: 'payment_method_update',
    after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
  };
}

/** Finds what `npm run stripe:setup` created for this site. The API cannot create an account's default configuration. */
async function findConfiguration(stripe: Stripe, site: string): Promise<string | undefined> {
  for await (const each of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (each.metadata?.site === site) return each.id;
  }
  return undefined;
}
