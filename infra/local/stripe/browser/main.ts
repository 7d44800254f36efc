import type { StripeConstructor } from '@stripe/stripe-js';
import { createStripe } from './stripe.ts';

/**
 * In place of Stripe.js: `loadStripe` takes what is at `window.Stripe` and loads nothing. Only what Parley uses is
 * here, with Stripe's own names and answers.
 */
declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

window.Stripe = Object.assign(createStripe, { version: 'endive' }) as unknown as StripeConstructor;
