import * as z from 'zod/mini';
import { cancellationReasons, planIds, subscriptionStatuses } from '../plans.ts';

const date = z.nullable(z.iso.datetime());

/**
 * - `pending`: no card yet, or Stripe has not confirmed it
 * - `card_had_trial`: nothing is charged; the user must agree to a charge now
 * - `payment_failed`: the first charge failed
 * - `confirmation_needed`: the bank wants the buyer to confirm, within a day
 * - `terms_outdated`: the price has changed, or a day has passed; nothing is charged
 * - `code_lost`: the promotion code can no longer be used; nothing is charged
 */
export const purchaseState = z.enum([
  'pending',
  'card_had_trial',
  'payment_failed',
  'terms_outdated',
  'code_lost',
  'confirmation_needed',
]);

/** By a promotion code. Amounts are in the currency's smallest unit. */
export const discount = z.object({
  /** As the owner wrote it. */
  code: z.string(),
  /** A payment with the discount. */
  amountCents: z.number(),
  /** How many payments it lowers, from the first; null for all. */
  payments: z.nullable(z.number()),
});

export const status = {
  input: z.object({}),
  output: z.object({
    subscriptionStatus: z.enum(subscriptionStatuses),
    isPremium: z.boolean(),
    subscriptionPlan: z.nullable(z.string()),
    trialEndsAt: date,
    /** When the paid period or the trial ends: the next charge, or the end of access. */
    subscriptionEndsAt: date,
    /** A payment is disputed: `past_due` without Premium until the bank decides. */
    isDisputed: z.boolean(),
    /** The bank wants the customer to confirm the payment that is due. */
    needsConfirmation: z.boolean(),
    /** What is left of the invoice that is past due. */
    due: z.nullable(z.object({ amountCents: z.number(), currency: z.string() })),
    nextCharge: z.nullable(
      z.object({
        at: z.iso.datetime(),
        /** With coupons, tax and credit; null if Stripe could not say. */
        amountCents: z.nullable(z.number()),
        /** The price of a period. */
        priceCents: z.number(),
        /** Such as `usd`. */
        currency: z.string(),
      }),
    ),
    /** The last attempt to subscribe; null without one, or when it succeeded. */
    purchase: z.nullable(
      z.object({
        state: purchaseState,
        plan: z.enum(planIds),
        card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
        discount: z.nullable(discount),
      }),
    ),
    translationsUsed: z.number(),
    translationsRemaining: z.nullable(z.number()),
    limit: z.nullable(z.number()),
    /** When the count starts again; null if never. */
    resetsAt: date,
    /** What of a Premium month's or a trial's fair use has less than a fifth left. */
    fairUse: z.array(
      z.object({
        of: z.enum(['text', 'voice', 'reading']),
        leftPercent: z.number(),
        /** When it begins again, or the trial ends. */
        until: z.iso.datetime(),
      }),
    ),
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
    /** A plan's id; the specification names the field. */
    priceId: z.enum(planIds, 'Choose the monthly or the annual plan.'),
    /** The price that the page shows; refused if it has changed. */
    amountCents: z.optional(z.number()),
    /** The buyer agreed to an immediate charge. Without it only a trial begins. */
    acceptsCharge: z._default(z.boolean(), false),
    /** Uses the card of a purchase in `card_had_trial` or `confirmation_needed`. */
    usesSavedCard: z._default(z.boolean(), false),
  }),
  output: z.object({
    /** The SetupIntent's; with `confirmation_needed`, the PaymentIntent's. */
    clientSecret: z.nullable(z.string()),
  }),
};

/** For the card form that `create` opened. */
export const applyCode = {
  input: z.object({
    priceId: z.enum(planIds),
    /** Null removes the code. */
    code: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(50))),
  }),
  output: z.object({ discount: z.nullable(discount) }),
};

export const cancel = {
  input: z.object({ reason: z.optional(z.enum(cancellationReasons)) }),
  output: z.object({
    /** A payment was due or disputed, so the subscription ended at once, not at the end of its period. */
    isEnded: z.boolean(),
  }),
};

export const reactivate = { input: z.object({}), output: z.object({}) };

/** The cost of changing the plan, in the currency's smallest unit. */
export const previewChange = {
  input: z.object({ priceId: z.enum(planIds) }),
  output: z.object({
    /** Due today; 0 in a trial, or if the paid period is worth more than the new plan. */
    amountCents: z.number(),
    /** The rest of the paid period. */
    unusedCents: z.number(),
    /** Pays for the next periods. */
    creditLeftCents: z.number(),
    currency: z.string(),
    /** Names the offer; valid for an hour. */
    prorationDate: z.number(),
    renewsAt: z.iso.datetime(),
    renewalCents: z.number(),
  }),
};

/** Changes the plan at the price that was shown. */
export const change = {
  input: z.object({ priceId: z.enum(planIds), amountCents: z.number(), prorationDate: z.number() }),
  output: z.object({
    /** With it the buyer confirms the payment at their bank; null once the plan has changed. */
    clientSecret: z.nullable(z.string()),
  }),
};

export const portal = {
  input: z.object({
    /** `due`: the invoice that waits for a payment, on Stripe's page, where the bank can ask for confirmation. */
    opens: z._default(z.enum(['card', 'invoices', 'due']), 'invoices'),
  }),
  output: z.object({ url: z.url() }),
};

export const webhook = {
  input: z.object({
    id: z.string(),
    type: z.string(),
    happenedAt: z.number(),
    objectId: z.string(),
    customerId: z.nullable(z.string()),
    changesDefaultCard: z.boolean(),
  }),
  output: z.object({}),
};
