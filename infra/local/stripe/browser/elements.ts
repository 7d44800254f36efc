import type { StripeError } from '@stripe/stripe-js';
import type { CardText } from './card.ts';
import { createPaymentElement, type PaymentElement, type PaymentPart } from './payment-element.ts';
import type { Appearance } from './style.ts';

/** What `stripe.elements(…)` gives: the forms about one intent, of which there is one here. */
export interface Elements {
  create(type: string, options?: object): PaymentElement;
  getElement(type: string): PaymentElement | null;
  update(options: ElementsOptions): void;
  fetchUpdates(): Promise<{ error?: StripeError }>;
  submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: 'card' }>;
}

export interface ElementsOptions {
  readonly clientSecret?: string;
  readonly appearance?: Appearance;
}

/** What `confirmSetup` asks of them besides. */
export interface ElementsPart {
  readonly elements: Elements;
  readonly clientSecret: string | undefined;
  submit(): { card: CardText } | { error: StripeError };
}

/** @param load asks Stripe for the intent; what is wrong with it comes back */
export function createElements(
  options: ElementsOptions,
  load: (clientSecret: string) => Promise<StripeError | undefined>,
): ElementsPart {
  const { clientSecret } = options;
  let { appearance = {} } = options;
  let payment: PaymentPart | undefined;
  const submit: ElementsPart['submit'] = () => {
    if (!payment) throw new Error('There is no payment element to submit.');
    return payment.submit();
  };
  const elements: Elements = {
    create: (type) => {
      if (type !== 'payment') throw notModelled(`an element of the type ${type}`);
      if (payment) throw new Error('Can only create one Element of type payment.');
      if (!clientSecret) throw notModelled('a payment element without a client secret');
      payment = createPaymentElement(
        appearance,
        () => load(clientSecret),
        () => {
          payment = undefined;
        },
      );
      return payment.element;
    },
    getElement: (type) => (type === 'payment' ? (payment?.element ?? null) : null),
    update: (changed) => {
      appearance = changed.appearance ?? appearance;
      payment?.restyle(appearance);
    },
    fetchUpdates: async () => ({}),
    submit: async () => {
      const submitted = submit();
      return 'error' in submitted ? { error: submitted.error } : { selectedPaymentMethod: 'card' };
    },
  };
  return { elements, clientSecret, submit };
}

export function notModelled(what: string): Error {
  return new Error(`Not modelled by this machine’s Stripe.js: ${what}.`);
}
