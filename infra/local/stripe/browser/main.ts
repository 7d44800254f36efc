import type { StripeConstructor } from '@stripe/stripe-js';
import { createStripe } from './stripe.ts';

/** Replaces Stripe.js: `loadStripe` takes `window.Stripe` and loads nothing. */
declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

window.Stripe = Object.assign(createStripe, { version: 'endive' }) as unknown as StripeConstructor;
