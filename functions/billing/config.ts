import { config } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { paymentKeys } from './payment-keys.ts';

/** What the page needs to show Stripe's payment form. */
export const handler = endpoint('billing.config', config, async () => {
  const { publishableKey } = await paymentKeys();
  return { publishableKey };
});
