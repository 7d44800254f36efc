import type Stripe from 'stripe';
import { portal } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { environment } from '../environment.ts';
import { Conflict } from '../errors.ts';
import { isMissing, withStripe } from './stripe.ts';

/** Where Stripe shows somebody their card and invoices, and comes back from. */
export const handler = endpoint('billing.portal', portal, async ({ opens }, caller) => {
  const { customerId } = caller.profile;
  if (!customerId) throw nothing();
  const site = environment('SITE_ORIGIN');
  const home = `${site}/subscription-management`;
  const { url } = await withStripe(async (stripe) => {
    const configuration = await findConfiguration(stripe, site);
    return stripe.billingPortal.sessions
      .create({
        customer: customerId,
        ...(configuration && { configuration }),
        return_url: home,
        ...(opens === 'card' && { flow_data: cardForm(`${home}?returned=card`) }),
      })
      .catch((error: unknown) => {
        throw isMissing(error) ? nothing() : error;
      });
  });
  return { url };
});

/** The form for another card alone, and back as soon as it is saved. */
function cardForm(home: string): Stripe.BillingPortal.SessionCreateParams.FlowData {
  return {
    type: 'payment_method_update',
    after_completion: { type: 'redirect', redirect: { return_url: home } },
  };
}

/**
 * What the pages allow, as `npm run stripe:setup` has made it: calls cannot make an account's default, which is
 * there only where somebody has saved the portal's settings in Stripe's dashboard.
 */
async function findConfiguration(stripe: Stripe, site: string): Promise<string | undefined> {
  for await (const each of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (each.metadata?.site === site) return each.id;
  }
  return undefined;
}

function nothing(): Conflict {
  return new Conflict('There is no payment method and no invoice yet.', 'uncharged', 'Subscribe first.');
}
