import { config } from '../../shared/api/billing.schema.ts';
import { endpoint } from '../endpoint.ts';
import { getPaymentKeys } from './payment-keys.ts';

export const handler = endpoint('billing.config', config, async () => {
  const { publishableKey } = await getPaymentKeys();
  return { publishableKey };
});
