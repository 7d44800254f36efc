import type { StripeError } from '@stripe/stripe-js';
import { type CardText, firstProblem } from './card.ts';
import { createCardForm } from './card-form.ts';
import { element, shadowOf } from './dom.ts';
import { type Appearance, applyAppearance, formStyle } from './style.ts';

/** What `elements.create('payment')` gives: a card's fields in the page's own document. */
export interface PaymentElement {
  mount(place: string | HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(options: object): void;
  on(type: EventType, handler: Handler): PaymentElement;
  once(type: EventType, handler: Handler): PaymentElement;
  off(type: EventType, handler?: Handler): PaymentElement;
  focus(): void;
  blur(): void;
  clear(): void;
  collapse(): void;
}

/** What the group of elements asks of it besides. */
export interface PaymentPart {
  readonly element: PaymentElement;
  restyle(appearance: Appearance): void;
  /** The card, complete; otherwise the form shows what is wrong. */
  submit(): { card: CardText } | { error: StripeError };
}

type EventType = 'ready' | 'change' | 'focus' | 'blur' | 'escape' | 'loaderstart' | 'loaderror';
// biome-ignore lint/suspicious/noConfusingVoidType: as Stripe's own, whose handlers may return anything
type Handler = (event: object) => unknown | void;

/**
 * @param load asks Stripe for what the form is about; without that there is no form
 * @param destroyed is told when the group may make another
 */
export function createPaymentElement(
  appearance: Appearance,
  load: () => Promise<StripeError | undefined>,
  destroyed: () => void,
): PaymentPart {
  const handlers = new Map<string, Set<Handler>>();
  const emit = (type: EventType, details: object = {}) => {
    for (const handler of handlers.get(type) ?? []) handler({ elementType: 'payment', ...details });
  };
  const host = element('div', { class: 'stripe-stand-in' });
  const form = createCardForm(() => {
    const texts = Object.values(form.text());
    const complete = firstProblem(form.text(), new Date()) === undefined;
    const empty = texts.every((text) => text === '');
    emit('change', { complete, empty, collapsed: false, value: { type: 'card' } });
  });
  const shadow = shadowOf(host, formStyle);
  applyAppearance(host, appearance);
  shadow.addEventListener('focusin', () => emit('focus'));
  shadow.addEventListener('focusout', () => emit('blur'));
  shadow.addEventListener('keydown', (event) => {
    const { key, target } = event as KeyboardEvent;
    if (key === 'Escape') emit('escape');
    // The fields are not part of the page's form, and Stripe's submit it all the same.
    if (key === 'Enter' && target instanceof HTMLInputElement) host.closest('form')?.requestSubmit();
  });

  let isLoaded = false;
  const show = async () => {
    emit('loaderstart');
    const error = await load();
    if (!host.isConnected) return;
    if (error) return emit('loaderror', { error });
    shadow.replaceChildren(form.node);
    isLoaded = true;
    emit('ready');
  };

  const paymentElement: PaymentElement = {
    mount: (place) => {
      const found = typeof place === 'string' ? document.querySelector(place) : place;
      if (!found) throw new Error(`The place for the payment element, ${place}, is not on the page.`);
      found.replaceChildren(host);
      // Handlers are attached after this, in the same turn.
      if (!isLoaded) queueMicrotask(show);
    },
    unmount: () => host.remove(),
    destroy: () => {
      host.remove();
      handlers.clear();
      destroyed();
    },
    update: () => {},
    on: (type, handler) => {
      handlers.set(type, (handlers.get(type) ?? new Set()).add(handler));
      return paymentElement;
    },
    once: (type, handler) => {
      const only: Handler = (event) => {
        paymentElement.off(type, only);
        handler(event);
      };
      return paymentElement.on(type, only);
    },
    off: (type, handler) => {
      if (handler) handlers.get(type)?.delete(handler);
      else handlers.delete(type);
      return paymentElement;
    },
    focus: form.focus,
    blur: () => (shadow.activeElement as HTMLElement | null)?.blur(),
    clear: form.clear,
    collapse: () => {},
  };

  return {
    element: paymentElement,
    restyle: (changed) => applyAppearance(host, changed),
    submit: () => {
      if (!isLoaded || !host.isConnected) throw new Error('The payment element is not on the page.');
      const problem = firstProblem(form.text(), new Date());
      if (!problem) return { card: form.text() };
      form.show(problem);
      const { code, message } = problem;
      return { error: { type: 'validation_error', code, message } };
    },
  };
}
