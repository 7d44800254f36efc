import type Stripe from 'stripe';
import type { Invoice, Subscription } from './billing-objects.ts';

/** The state of one Stripe account in test mode, and its clock: what every part of the stand-in works on. */
export interface Account {
  /** Seconds since 1970 by the stand-in's own clock, which can be moved ahead. */
  now(): number;
  /** Where the stand-in's own pages are, as `http://127.0.0.1:8789`. */
  readonly origin: string;
  /** What is done about charges that fail; missing, as `collection.ts` says. */
  readonly recovery?: Recovery;
  /** A new id: `sub_` and 24 letters and digits. */
  newId(prefix: string): string;
  /** The live object: what is changed on it must be given to `save`. */
  find<Kind extends keyof Objects>(kind: Kind, id: string): Objects[Kind] | undefined;
  /** All of a kind, in the order in which they were made. */
  all<Kind extends keyof Objects>(kind: Kind): readonly Objects[Kind][];
  /** Keeps a new or changed object, in the files too before the request that made it is answered. */
  save<Kind extends keyof Objects>(kind: Kind, object: Objects[Kind]): void;
  remove(kind: keyof Objects, id: string): void;
  /**
   * Makes an event and has it delivered to every webhook endpoint that wants its type.
   *
   * @param object as it is now; the event keeps a copy
   * @param previous the fields that have changed, as they were: `data.previous_attributes`
   */
  emit(type: string, object: StripeObject, previous?: Record<string, unknown>): void;
}

/** How often a failed charge of a renewal is tried again, and what then becomes of the subscription. */
export interface Recovery {
  /** From each attempt to the next. */
  readonly retryAfterDays: readonly number[];
  readonly afterLastRetry: 'cancel' | 'unpaid' | 'past_due';
}

/** Everything in an account is Stripe's own shape, with ids where Stripe would expand. */
export interface StripeObject {
  id: string;
  object: string;
  created: number;
}

/** What each kind holds. */
export interface Objects {
  customer: Omit<Kept<Stripe.Customer>, 'invoice_settings'> & {
    invoice_settings: Kept<Stripe.Customer.InvoiceSettings>;
  };
  /** What is left of a customer: its id. */
  deleted_customer: DeletedObject;
  payment_method: Kept<Stripe.PaymentMethod>;
  /** Says of a payment method, by its id, that it was taken from its customer: it can never be used again. */
  detachment: StripeObject;
  setup_intent: Kept<Stripe.SetupIntent>;
  product: Kept<Stripe.Product>;
  /** On the wire an exact amount is a word. */
  price: Omit<Kept<Stripe.Price>, 'unit_amount_decimal'> & { unit_amount_decimal: string };
  subscription: Subscription;
  invoice: Invoice;
  payment_intent: Kept<Stripe.PaymentIntent>;
  charge: Kept<Stripe.Charge>;
  invoice_payment: Kept<Stripe.InvoicePayment>;
  refund: Kept<Stripe.Refund>;
  dispute: Kept<Stripe.Dispute>;
  event: AccountEvent;
  webhook_endpoint: WebhookEndpoint;
  delivery: Delivery;
  portal_configuration: Kept<Stripe.BillingPortal.Configuration>;
  portal_session: Kept<Stripe.BillingPortal.Session>;
}

/** Stripe shows its secret only to whoever makes it. */
export type WebhookEndpoint = Kept<Stripe.WebhookEndpoint> & { secret: string };

/** The SDK's shape, with ids where Stripe would expand. */
type Kept<Shape> = {
  [Field in keyof Shape]: string extends Shape[Field]
    ? Extract<Shape[Field], string | null | undefined>
    : Shape[Field];
};

export interface AccountEvent extends StripeObject {
  readonly object: 'event';
  readonly type: string;
  readonly api_version: string;
  readonly livemode: false;
  readonly data: {
    readonly object: StripeObject;
    readonly previous_attributes?: Readonly<Record<string, unknown>>;
  };
  /** How many endpoints have not acknowledged it. */
  pending_webhooks: number;
  /** Both null where nobody asked: time has passed. */
  readonly request: EventRequest;
}

export interface EventRequest {
  readonly id: string | null;
  readonly idempotency_key: string | null;
}

/** One event on its way to one webhook endpoint. */
export interface Delivery extends StripeObject {
  readonly event: string;
  readonly endpoint: string;
  /** `lost` was dropped on somebody's wish, `failed` was given up. */
  state: 'pending' | 'delivered' | 'lost' | 'failed';
  attempts: number;
  /** What the last attempt was answered with; null where there was no answer. */
  last_status: number | null;
}

/** One call of Stripe's API: `GET /v1/subscriptions/{id}`. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** @throws StripeFault; whatever it saves or emits before it throws stays done, as a declined charge does */
  run(call: ApiCall): StripeObject | Listing | DeletedObject;
}

export interface ApiCall {
  readonly account: Account;
  /** What stands in the path's braces. */
  readonly path: Readonly<Record<string, string>>;
  /** Body or query, nested as Stripe's form encoding says; every leaf is a string. `expand` is the server's. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** All that matches, newest first; the server cuts the page by `limit`, `starting_after` and `ending_before`. */
export interface Listing {
  readonly object: 'list';
  readonly data: readonly StripeObject[];
}

export interface DeletedObject {
  readonly id: string;
  readonly object: string;
  readonly deleted: true;
}

/** An error answer, in Stripe's words. */
export class StripeFault extends Error {
  override readonly name = 'StripeFault';
  readonly status: number;
  readonly body: {
    readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
    readonly message: string;
    readonly code?: string;
    readonly decline_code?: string;
    readonly param?: string;
    /** What the error is about, as it is after it. */
    readonly setup_intent?: StripeObject;
    readonly payment_method?: StripeObject;
  };

  constructor(status: number, body: StripeFault['body']) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}
