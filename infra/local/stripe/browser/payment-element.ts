import type { StripeError } from '@stripe/stripe-js';
import { buildCardParameters, cardFields, testCards } from './card.ts';
import { attachShadow } from './shadow.ts';

type Handler = (event: object) => unknown;

export type PaymentPart = ReturnType<typeof createPaymentElement>;

/** @param load asks Stripe for the intent of the form; without it there is no form */
export function createPaymentElement(load: () => Promise<{ error?: StripeError }>) {
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
  const element = {
    mount: (place: HTMLElement) => {
      place.replaceChildren(host);
      // The page attaches its handlers after this, in the same turn.
      queueMicrotask(show);
    },
    destroy: () => host.remove(),
    update: () => {},
    on: (type: string, handler: Handler) => handlers.addEventListener(type, handler),
    off: (type: string, handler: Handler) => handlers.removeEventListener(type, handler),
  };
  const read = () => {
    const [number = '', expiry = '', cvc = ''] = [...shadow.querySelectorAll('input')].map(
      ({ value }) => value,
    );
    return buildCardParameters(number, expiry, cvc);
  };
  return { element, read };
}
