import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { subscriptionStatuses } from '../plans.ts';

const day = z.iso.date();

export const overview = {
  input: z.object({}),
  output: z.object({
    overview: z.object({
      totalUsers: z.number(),
      premiumUsers: z.number(),
      trialUsers: z.number(),
      /** Premium users as a percentage of all users, to one decimal place. */
      conversionRate: z.number(),
    }),
    /** The last 30 days (UTC), oldest first, including days without signups. */
    signupTrend: z.array(z.object({ date: day, signups: z.number() })),
    /** Usage of those days, newest first, without today and days without use. Operators only. */
    usage: z.optional(
      z.array(
        z.object({
          date: day,
          users: z.number(),
          /** Of free accounts only: Premium has no daily allowance. */
          translations: z.number(),
          characters: z.number(),
          speechSeconds: z.number(),
          spokenCharacters: z.number(),
          guestTranslations: z.number(),
          guestCharacters: z.number(),
        }),
      ),
    ),
  }),
};

export const users = {
  input: z.object({
    page: z._default(
      z.pipe(
        z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'A page is a whole number from 1 to 9,999.')),
        z.transform(Number),
      ),
      1,
    ),
    /** The previous page's `pagination.next`. Without it, all previous pages are read too. */
    cursor: z.optional(z.string().check(z.maxLength(400, 'This cursor is not valid.'))),
  }),
  output: z.object({
    /** Newest first. Only operators see names and email addresses. */
    users: z.array(
      z.object({
        id: z.string(),
        firstName: z.nullable(z.string()),
        lastName: z.nullable(z.string()),
        email: z.nullable(z.string()),
        subscriptionStatus: z.enum(subscriptionStatuses),
        createdAt: z.iso.datetime(),
        trialEndsAt: z.nullable(z.iso.datetime()),
        subscriptionEndsAt: z.nullable(z.iso.datetime()),
      }),
    ),
    pagination: z.object({
      page: z.number(),
      limit: z.number(),
      totalUsers: z.number(),
      totalPages: z.number(),
      next: z.nullable(z.string()),
    }),
  }),
};

export const revenue = {
  input: z.object({
    period: z._default(
      z.pipe(
        z.enum(
          limits.revenuePeriods.map(String) as [string, ...string[]],
          `Choose ${limits.revenuePeriods.join(' or ')} days.`,
        ),
        z.transform(Number),
      ),
      30,
    ),
  }),
  output: z.object({
    period: z.number(),
    /** Payments minus refunds in the period, in dollars, to the cent. */
    totalRevenue: z.number(),
    /** Of paying subscriptions, in dollars, to the cent; an annual one counts as a twelfth of its price. */
    monthlyRecurringRevenue: z.number(),
    /** Paying: past the trial, with Premium. */
    activeSubscriptions: z.number(),
    /** Subscriptions ended in the period, as a percentage of those paying at its start. May exceed 100. */
    churnRate: z.number(),
    revenueTrend: z.array(z.object({ date: day, revenue: z.number() })),
  }),
};
