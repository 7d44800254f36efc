import type { Objects } from './objects.ts';

interface Kind {
  readonly prefix: string;
  /** Default: the name of the kind. */
  readonly object?: string;
  /** In errors. Default: the name of the kind. */
  readonly name?: string;
  /** Fields that are null until something sets them. Stripe's fields that nothing reads are left out. */
  readonly nulls?: string;
}

export const kinds: Readonly<Record<keyof Objects, Kind>> = {
  charge: { prefix: 'ch' },
  customer: { prefix: 'cus', nulls: 'email' },
  deleted_customer: { prefix: 'cus', object: 'customer' },
  dispute: { prefix: 'du' },
  event: { prefix: 'evt' },
  invoice: {
    prefix: 'in',
    nulls: 'automatically_finalizes_at next_payment_attempt number',
  },
  note: { prefix: 'note' },
  payment_intent: { prefix: 'pi', nulls: 'last_payment_error next_action payment_method' },
  payment_method: { prefix: 'pm', name: 'PaymentMethod', nulls: 'customer' },
  portal_configuration: { prefix: 'bpc', object: 'billing_portal.configuration', name: 'configuration' },
  portal_session: { prefix: 'bps', object: 'billing_portal.session', nulls: 'flow return_url' },
  price: { prefix: 'price', nulls: 'lookup_key' },
  product: { prefix: 'prod' },
  refund: { prefix: 're' },
  setup_intent: {
    prefix: 'seti',
    name: 'setupintent',
    nulls: 'customer last_setup_error next_action payment_method',
  },
  subscription: {
    prefix: 'sub',
    nulls: 'default_payment_method ended_at latest_invoice pause_collection',
  },
  webhook_endpoint: { prefix: 'we', name: 'webhook endpoint', nulls: 'api_version' },
};
