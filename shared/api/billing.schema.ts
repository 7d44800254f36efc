import * as z from 'zod/mini';

const date = z.nullable(z.iso.datetime());

export const status = {
  input: z.object({}),
  output: z.object({
    subscriptionStatus: z.enum(['free', 'trialing', 'active', 'canceled', 'past_due']),
    isPremium: z.boolean(),
    /** The plan's lookup key; null without a subscription. */
    subscriptionPlan: z.nullable(z.string()),
    trialEndsAt: date,
    subscriptionEndsAt: date,
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
