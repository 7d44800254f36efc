import * as z from 'zod/mini';
import { planIds, subscriptionStatuses } from '../plans.ts';
import { discount, purchaseState } from './billing.schema.ts';
import { read } from './settings.schema.ts';
import { list } from './translation.schema.ts';

const session = z.object({
  id: z.string(),
  begunAt: z.iso.datetime(),
  /** When a page was last opened in it, to within 15 minutes. */
  usedAt: z.iso.datetime(),
  /** Null if the browser did not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
});

const everything = {
  input: list.input,
  output: z.object({
    exportedAt: z.iso.datetime(),
    profile: z.nullable(
      z.object({
        id: z.string(),
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        createdAt: z.iso.datetime(),
        subscriptionStatus: z.string(),
        sessions: z.array(session),
        /** The code of the mailbox that usage is counted under, if the email address has changed. */
        countedAs: z.nullable(z.string()),
        signedOutSessions: z.array(z.object({ id: z.string(), keptUntil: z.iso.datetime() })),
        /** Sessions that began before are over. */
        signedOutEverywhereAt: z.nullable(z.iso.datetime()),
        /** Not yet in the analytics, which are anonymous. */
        uncountedEvents: z.array(z.object({ event: z.string(), at: z.iso.datetime() })),
      }),
    ),
    /** Null for a guest. Cards and invoices are in Stripe's billing portal. */
    billing: z.nullable(
      z.object({
        stripeCustomer: z.nullable(z.string()),
        formerStripeCustomer: z.nullable(z.string()),
        subscription: z.nullable(
          z.object({
            status: z.enum(subscriptionStatuses),
            isPremium: z.boolean(),
            plan: z.nullable(z.string()),
            trialEndsAt: z.nullable(z.iso.datetime()),
            endsAt: z.nullable(z.iso.datetime()),
            stripeId: z.optional(z.string()),
            /** A payment is disputed: until a decision nothing is charged and there is no Premium. */
            isDisputed: z.optional(z.literal(true)),
            /** The bank wants the payment that is due to be confirmed. */
            needsConfirmation: z.optional(z.literal(true)),
            due: z.optional(z.object({ amountCents: z.int(), currency: z.string() })),
            nextCharge: z.optional(
              z.object({
                at: z.iso.datetime(),
                amountCents: z.nullable(z.int()),
                priceCents: z.int(),
                currency: z.string(),
              }),
            ),
          }),
        ),
        purchase: z.nullable(
          z.object({
            id: z.string(),
            plan: z.enum(planIds),
            terms: z.enum(['trial', 'charged_today']),
            amountCents: z.int(),
            state: purchaseState,
            startedAt: z.iso.datetime(),
            setupIntentId: z.optional(z.string()),
            paymentMethodId: z.optional(z.string()),
            card: z.optional(z.object({ brand: z.string(), last4: z.string() })),
            discount: z.optional(z.extend(discount, { promotionCodeId: z.string() })),
          }),
        ),
        /** Outlives the account, to prevent a second trial. `begunBy` is a SetupIntent's id. */
        trial: z.object({
          begunBy: z.nullable(z.string()),
          isEmailRemembered: z.boolean(),
          isCardRemembered: z.boolean(),
        }),
      }),
    ),
    settings: z.nullable(read.output),
    translations: list.output.shape.translations,
    cursor: list.output.shape.cursor,
    /** One entry a day or month (`2026-11`); a guest has one entry with `day: null`. */
    usage: z.array(
      z.object({
        day: z.nullable(z.string()),
        translations: z.number(),
        characters: z.number(),
        speechSeconds: z.number(),
        spokenCharacters: z.number(),
        importedCharacters: z.number(),
        /** In the latest hour with a failed attempt. */
        failedAttempts: z.number(),
        /** Each counted request, kept so that a repeat is not counted again. */
        requests: z.array(z.object({ begunAt: z.iso.datetime(), characters: z.number() })),
        /** Premium only; UTC, as `13:07`. */
        minutes: z.array(z.object({ minute: z.string(), translations: z.number() })),
      }),
    ),
  }),
};

export { everything as export };

export const signOutEverywhere = { input: z.object({}), output: z.object({}) };

export const sessions = {
  input: z.object({}),
  output: z.object({ sessions: z.array(z.extend(session, { isCurrent: z.boolean() })) }),
};

/** `others`: all but the caller's own. A session that is over already is no error. */
export const endSessions = { input: z.object({ id: z.string() }), output: z.object({}) };

const email = z
  .string()
  .check(
    z.maxLength(254),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'Enter an email address, such as name@example.com.'),
  );

/** For 15 minutes after `/api/login?confirm=email`. Mails a code to the new address. */
export const changeEmail = { input: z.object({ email }), output: z.object({}) };

export const confirmEmail = {
  input: z.object({ email, code: z.string().check(z.maxLength(20)) }),
  output: z.object({ email: z.string() }),
};

/**
 * The key for an authenticator app, in Base32; null if the account has a second factor already. For 15 minutes after
 * `/api/login?confirm=second-factor`, as the next two.
 */
export const beginSecondFactor = {
  input: z.object({}),
  output: z.object({ key: z.nullable(z.string()) }),
};

/** From then on the login asks for a code after the password. */
export const confirmSecondFactor = {
  input: z.object({ code: z.string().check(z.maxLength(20)) }),
  output: z.object({}),
};

export const endSecondFactor = { input: z.object({}), output: z.object({}) };

export const remove = { input: z.object({}), output: z.object({}) };
