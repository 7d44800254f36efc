import type Stripe from 'stripe';

/** Stripe's own shapes, with ids where Stripe could expand. */
export interface Objects {
  customer: Omit<Kept<Stripe.Customer>, 'invoice_settings'> & {
    invoice_settings: Kept<Stripe.Customer.InvoiceSettings>;
  };
  deleted_customer: DeletedObject;
  payment_method: Kept<Stripe.PaymentMethod>;
  setup_intent: Kept<Stripe.SetupIntent>;
  product: Kept<Stripe.Product>;
  price: Kept<Stripe.Price>;
  subscription: Subscription;
  invoice: Invoice;
  payment_intent: Kept<Stripe.PaymentIntent> & { readonly invoice: string };
  charge: Kept<Stripe.Charge>;
  refund: Kept<Stripe.Refund>;
  dispute: Kept<Stripe.Dispute>;
  event: AccountEvent;
  /** Stripe shows the secret only when the endpoint is created. */
  webhook_endpoint: Kept<Stripe.WebhookEndpoint> & { secret: string };
  note: StripeObject & { readonly value: unknown };
  portal_configuration: Kept<Stripe.BillingPortal.Configuration>;
  portal_session: Kept<Stripe.BillingPortal.Session>;
}

/** Undefined fields keep their value. */
export type Fields<Shape> = { readonly [Name in keyof Shape]?: Shape[Name] | undefined };

export interface StripeObject {
  id: string;
  object: string;
  created: number;
}

export interface DeletedObject {
  readonly id: string;
  readonly object: string;
  readonly deleted: true;
}

type Kept<Shape> = {
  [Field in keyof Shape]: string extends Shape[Field]
    ? Extract<Shape[Field], string | null | undefined>
    : Shape[Field];
};

export type Subscription = Omit<Kept<Stripe.Subscription>, 'items'> & {
  items: Stripe.ApiList<Stripe.SubscriptionItem> & { data: [Stripe.SubscriptionItem] };
};

export type Invoice = Omit<Stripe.Invoice, 'customer' | 'parent' | 'lines'> & {
  customer: string;
  parent: Stripe.Invoice.Parent & {
    subscription_details: Stripe.Invoice.Parent.SubscriptionDetails & { subscription: string };
  };
  lines: Stripe.ApiList<InvoiceLine> & { data: [InvoiceLine] };
};

export type InvoiceLine = Stripe.InvoiceLineItem;

export interface AccountEvent extends StripeObject {
  readonly object: 'event';
  readonly type: string;
  readonly api_version: string;
  readonly data: {
    readonly object: StripeObject;
    readonly previous_attributes?: Readonly<Record<string, unknown>>;
  };
  pending_webhooks: number;
}
