import type { StripeError } from '@stripe/stripe-js';
import { buildCardParameters, cardFields, testCards } from './card.ts';

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
      queueMicrotask(() => void show());
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

/** 3-D Secure. @returns whether the cardholder completed it */
export function showBankDialog(): Promise<boolean> {
  const host = document.createElement('div');
  const shadow = attachShadow(
    host,
    `<dialog aria-labelledby="title">
      <h2 id="title">Confirm this with your bank</h2>
      <p>A real bank would ask for a code. Choose the result here.</p>
      <form method="dialog"><button value="complete">Complete</button> <button value="fail">Fail</button></form>
    </dialog>`,
  );
  document.body.append(host);
  const dialog = shadow.querySelector('dialog') as HTMLDialogElement;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  dialog.addEventListener('close', () => {
    host.remove();
    resolve(dialog.returnValue === 'complete');
  });
  dialog.showModal();
  return promise;
}

/** Isolates markup from the page's styles. The page's CSP forbids `<style>`. */
function attachShadow(host: HTMLElement, markup = ''): ShadowRoot {
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = markup;
  return shadow;
}

/** The page's colours and font are inherited. Stripe's appearance is not modelled. */
const style = `
  :focus-visible { outline: 2px solid; outline-offset: 2px; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input {
    box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0 0.875rem; border: 1px solid;
    border-radius: 0.5rem; background: transparent; color: inherit; font: inherit;
  }
  input::placeholder { color: inherit; opacity: 0.8; }
  details { margin-top: 1rem; }
  button { min-height: 3rem; padding: 0 1rem; font: inherit; }
`;
