import type { StripeError } from '@stripe/stripe-js';
import { buildCardParameters, cardFields, testCards } from './card.ts';
import { attachShadow } from './shadow.ts';

type Handler = (event: object) => unknown;

export type PaymentElement = ReturnType<typeof createPaymentElement>;

/** @param load retrieves the form's intent; on an error there is no form */
export function createPaymentElement(load: () => Promise<{ error?: StripeError }>) {
  const handlers = new EventTarget();
  const host = document.createElement('div');
  const shadow = attachShadow(host);
  shadow.addEventListener('keydown', (event) => {
    const { key, target } = event as KeyboardEvent;
    // Like Stripe's fields, these are outside the page's form but submit it.
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
    mount: (container: HTMLElement) => {
      container.replaceChildren(host);
      // The page adds its handlers after this, in the same task.
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
