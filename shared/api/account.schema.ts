import * as z from 'zod/mini';
import { read } from './settings.schema.ts';
import { list } from './translation.schema.ts';

/** Everything that is held about the caller. */
const everything = {
  input: list.input,
  output: z.object({
    exportedAt: z.iso.datetime(),
    /** Null for a guest. */
    profile: z.nullable(
      z.object({
        id: z.string(),
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        createdAt: z.iso.datetime(),
        subscriptionStatus: z.string(),
        /** Kept so that the cookies of a session that was signed out are worth nothing. */
        signedOutSessions: z.array(z.object({ id: z.string(), keptUntil: z.iso.datetime() })),
        /** On their way into the analytics, which do not say whose they are. */
        uncountedEvents: z.array(z.object({ event: z.string(), at: z.iso.datetime() })),
      }),
    ),
    /** Null for a guest. Cards and invoices are Stripe's: the billing portal shows them. */
    billing: z.nullable(
      z.object({
        stripeCustomer: z.nullable(z.string()),
        /** The customer before, which was deleted at Stripe. */
        formerStripeCustomer: z.nullable(z.string()),
        subscription: z.nullable(
          z.object({
            status: z.string(),
            isPremium: z.boolean(),
            plan: z.nullable(z.string()),
            trialEndsAt: z.nullable(z.iso.datetime()),
            endsAt: z.nullable(z.iso.datetime()),
            stripeId: z.nullable(z.string()),
            nextCharge: z.nullable(
              z.object({ at: z.iso.datetime(), amountCents: z.int(), currency: z.string() }),
            ),
          }),
        ),
        /** The latest attempt to subscribe, until it has succeeded. */
        purchase: z.nullable(
          z.object({
            id: z.string(),
            plan: z.string(),
            terms: z.string(),
            state: z.string(),
            startedAt: z.iso.datetime(),
            setupIntentId: z.nullable(z.string()),
            paymentMethodId: z.nullable(z.string()),
            card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
          }),
        ),
        /** What is remembered so that nobody gets the free trial twice, and outlives the account. */
        trial: z.object({
          /** Stripe's id of the card's confirmation that the user's trial began with. */
          begunBy: z.nullable(z.string()),
          isAddressRemembered: z.boolean(),
          isCardRemembered: z.boolean(),
        }),
      }),
    ),
    /** Null where none were saved. */
    settings: z.nullable(read.output),
    translations: list.output.shape.translations,
    /** Asks for older translations, where they are more than one answer can carry; null where these are all. */
    cursor: list.output.shape.cursor,
    /** One entry a day or month (`2026-11`) that is still counted; a guest's counter has none. */
    usage: z.array(
      z.object({
        day: z.nullable(z.string()),
        translations: z.number(),
        characters: z.number(),
        speechSeconds: z.number(),
        /** Of these, what text cost that was asked for while somebody still spoke. */
        interimSeconds: z.number(),
        spokenCharacters: z.number(),
        /** Of translations that were brought into the history. */
        keptCharacters: z.number(),
        /** In the latest hour in which a request failed. */
        failedAttempts: z.number(),
        /** Single translations, remembered so that one that is sent again is not counted again. */
        requests: z.array(z.object({ begunAt: z.iso.datetime(), characters: z.number() })),
        /** Premium's translations by the minute (UTC), against programs. */
        minutes: z.array(z.object({ minute: z.string(), translations: z.number() })),
      }),
    ),
  }),
};

/** `export` is a word of the language, so it can be no constant's name. */
export { everything as export };

export const remove = { input: z.object({}), output: z.object({}) };
