import type Stripe from 'stripe';

export interface Objects {
  customer: Omit<Unexpanded<Stripe.Customer>, 'invoice_settings'> & {
    invoice_settings: Unexpanded<Stripe.Customer.InvoiceSettings>;
  };
  deleted_customer: DeletedObject;
  payment_method: Unexpanded<Stripe.PaymentMethod>;
  setup_intent: Unexpanded<Stripe.SetupIntent>;
  product: Unexpanded<Stripe.Product>;
  price: Unexpanded<Stripe.Price>;
  coupon: Unexpanded<Stripe.Coupon>;
  promotion_code: Omit<Unexpanded<Stripe.PromotionCode>, 'promotion'> & {
    promotion: Unexpanded<Stripe.PromotionCode.Promotion>;
  };
  discount: StripeObject &
    Pick<Stripe.Discount, 'subscription' | 'start' | 'end'> & {
      readonly customer: string;
      readonly promotion_code: string | null;
      readonly source: { readonly type: 'coupon'; readonly coupon: string };
    };
  subscription: Subscription;
  invoice: Invoice;
  payment_intent: Unexpanded<Stripe.PaymentIntent> & { readonly invoice: string };
  charge: Unexpanded<Stripe.Charge>;
  refund: Unexpanded<Stripe.Refund>;
  dispute: Unexpanded<Stripe.Dispute>;
  early_fraud_warning: Unexpanded<Stripe.Radar.EarlyFraudWarning>;
  event: AccountEvent;
  /** Stripe shows the secret only when the endpoint is created. */
  webhook_endpoint: Unexpanded<Stripe.WebhookEndpoint> & { secret: string };
  /** The stand-in's own data, which the API does not show. */
  note: StripeObject & { readonly value: unknown };
  portal_configuration: Unexpanded<Stripe.BillingPortal.Configuration>;
  portal_session: Unexpanded<Stripe.BillingPortal.Session>;
}

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

type Unexpanded<Shape> = {
  [Field in keyof Shape]: string extends Shape[Field]
    ? Extract<Shape[Field], string | null | undefined>
    : Shape[Field];
};

export type Subscription = Omit<Unexpanded<Stripe.Subscription>, 'items' | 'discounts'> & {
  discounts: string[];
  items: Stripe.ApiList<Stripe.SubscriptionItem> & { data: [Stripe.SubscriptionItem] };
};

export type Invoice = Omit<Stripe.Invoice, 'customer' | 'parent'> & {
  customer: string;
  parent: { subscription_details: Stripe.Invoice.Parent.SubscriptionDetails & { subscription: string } };
};

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
