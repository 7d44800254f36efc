import type { StripeError } from '@stripe/stripe-js';
import { cardFields, cardParameters, testCards } from './card.ts';
import { attachShadow } from './shadow.ts';

/** The result of `elements.create('payment')`: a card's fields. */
interface PaymentElement {
  mount(place: HTMLElement): void;
  destroy(): void;
  update(): void;
  on(type: string, handler: Handler): PaymentElement;
  off(type: string, handler: Handler): PaymentElement;
}

type Handler = (event: object) => unknown;

export interface Appearance {
  readonly variables?: Readonly<Record<string, string>>;
}

/** The part of the element that `stripe.ts` uses. */
export interface PaymentPart {
  readonly element: PaymentElement;
  restyle(appearance: Appearance): void;
  /** @returns the parameters of Stripe's API for the card */
  read(): Record<string, string>;
}

/** @param load asks Stripe for the intent of the form; without it there is no form */
export function createPaymentElement(
  load: () => Promise<{ error?: StripeError }>,
  onDestroy: () => void,
): PaymentPart {
  const handlers = new EventTarget();
  const host = document.createElement('div');
  const shadow = attachShadow(host);
  shadow.addEventListener('keydown', (event) => {
    const { key, target } = event as KeyboardEvent;
    // The fields are outside the page's form, and Stripe's submit it too.
    if (key === 'Enter' && target instanceof HTMLInputElement) host.closest('form')?.requestSubmit();
  });
  const show = async () => {
    const { error } = await load();
    if (!host.isConnected) return;
    if (!error) shadow.innerHTML = cardFields + testCards;
    const type = error ? 'loaderror' : 'ready';
    handlers.dispatchEvent(Object.assign(new Event(type), { elementType: 'payment', error }));
  };
  const paymentElement: PaymentElement = {
    mount: (place) => {
      place.replaceChildren(host);
      // The page attaches its handlers after this, in the same turn.
      queueMicrotask(show);
    },
    destroy: () => {
      host.remove();
      onDestroy();
    },
    update: () => {},
    on: (type, handler) => {
      handlers.addEventListener(type, handler);
      return paymentElement;
    },
    off: (type, handler) => {
      handlers.removeEventListener(type, handler);
      return paymentElement;
    },
  };
  return {
    element: paymentElement,
    restyle: ({ variables = {} }) => {
      for (const [name, value] of Object.entries(variables)) host.style.setProperty(`--${name}`, value);
    },
    read: () => readCard(shadow),
  };
}

function readCard(shadow: ShadowRoot): Record<string, string> {
  const [number = '', expiry = '', cvc = ''] = [...shadow.querySelectorAll('input')].map(
    ({ value }) => value,
  );
  return cardParameters(number, expiry, cvc);
}
