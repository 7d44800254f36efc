import * as z from 'zod/mini';
import { planIds } from '../plans.ts';

const date = z.nullable(z.iso.datetime());

export const status = {
  input: z.object({}),
  output: z.object({
    subscriptionStatus: z.enum(['free', 'trialing', 'active', 'canceled', 'past_due']),
    isPremium: z.boolean(),
    /** The plan's id; null without a subscription. */
    subscriptionPlan: z.nullable(z.string()),
    trialEndsAt: date,
    /** When what is paid for, or the trial, ends: the next charge, or the end of access where it is cancelled. */
    subscriptionEndsAt: date,
    /** A payment is disputed: `past_due` without Premium, until the bank has decided. */
    isDisputed: z.boolean(),
    /** Null where nothing will be charged. */
    nextCharge: z.nullable(
      z.object({ at: z.iso.datetime(), amountCents: z.number(), /** As `usd`. */ currency: z.string() }),
    ),
    /** What became of the last attempt to subscribe; null where there is none, or where it has succeeded. */
    purchase: z.nullable(
      z.object({
        /**
         * - `pending`: no card yet, or Stripe is still at work.
         * - `card_had_trial`: the card is kept, nothing is charged, and one has to say that it may be charged now.
         * - `payment_failed`: the first charge did not go through.
         * - `confirmation_needed`: the buyer's bank wants to ask before it pays; the page has a day for it.
         * - `terms_outdated`: the price has changed, or a day has passed, since the buyer agreed to it. Nothing is charged.
         */
        state: z.enum([
          'pending',
          'card_had_trial',
          'payment_failed',
          'terms_outdated',
          'confirmation_needed',
        ]),
        plan: z.enum(planIds),
        card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
      }),
    ),
    translationsUsed: z.number(),
    /** Null is unlimited, here and in `limit`. */
    translationsRemaining: z.nullable(z.number()),
    limit: z.nullable(z.number()),
    /** When the count begins anew; null where it does not. */
    resetsAt: date,
    isGuest: z.boolean(),
    trialAvailable: z.boolean(),
  }),
};

export const config = {
  input: z.object({}),
  output: z.object({ publishableKey: z.string() }),
};

export const create = {
  input: z.object({
    priceId: z.enum(planIds, 'Choose the monthly or the annual plan.'),
    /** The plan's price as the page shows it: it is refused where it is not the price any more. */
    amountCents: z.optional(z.number()),
    /** The buyer has read that the price is charged at once. Without it only a trial is begun. */
    chargedToday: z._default(z.boolean(), false),
    /** With the card of the purchase that ended as `card_had_trial`, or goes on with `confirmation_needed`. */
    savedCard: z._default(z.boolean(), false),
  }),
  output: z.object({
    /**
     * Of a SetupIntent, for Stripe's form; the subscription is made when that has succeeded. With
     * `confirmation_needed`, of the PaymentIntent that the bank asks about.
     */
    clientSecret: z.nullable(z.string()),
  }),
};

export const cancel = {
  input: z.object({}),
  output: z.object({
    /** A payment was due, so the subscription has ended already; otherwise it ends with its period. */
    isEnded: z.boolean(),
  }),
};

export const reactivate = { input: z.object({}), output: z.object({}) };

export const portal = {
  input: z.object({
    /** `card` opens the form for another card, `invoices` the overview. */
    opens: z._default(z.enum(['card', 'invoices']), 'invoices'),
  }),
  output: z.object({ url: z.url() }),
};

export const webhook = {
  /** Only a signal: what counts is asked of Stripe. */
  input: z.object({
    id: z.string(),
    type: z.string(),
    /** When it happened, in milliseconds since 1970; Stripe tells whole seconds. */
    happenedAt: z.number(),
    /** What the event is about. */
    objectId: z.string(),
    customerId: z.nullable(z.string()),
    /** The customer has another card to charge. */
    isNewCard: z.boolean(),
  }),
  output: z.object({}),
};
