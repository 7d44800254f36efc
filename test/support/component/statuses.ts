import type { Status } from '../../../web/billing/status.ts';

/** When a trial, a period or the access of these statuses ends: November 28, 2026. */
export const endsAt = '2026-11-28T15:00:00.000Z';

export const free: Status = {
  subscriptionStatus: 'free',
  isPremium: false,
  subscriptionPlan: null,
  trialEndsAt: null,
  subscriptionEndsAt: null,
  isDisputed: false,
  needsConfirmation: false,
  due: null,
  nextCharge: null,
  purchase: null,
  translationsUsed: 2,
  translationsRemaining: 8,
  limit: 10,
  resetsAt: null,
  fairUse: [],
  isGuest: false,
  trialAvailable: true,
};

export const active: Status = {
  ...free,
  subscriptionStatus: 'active',
  isPremium: true,
  subscriptionPlan: 'parley_monthly',
  subscriptionEndsAt: endsAt,
  nextCharge: { at: endsAt, amountCents: 499, priceCents: 499, currency: 'usd' },
  translationsRemaining: null,
  limit: null,
  trialAvailable: false,
};

export const trialing: Status = { ...active, subscriptionStatus: 'trialing', trialEndsAt: endsAt };
export const canceled: Status = { ...active, subscriptionStatus: 'canceled', nextCharge: null };
export const pastDue: Status = {
  ...active,
  subscriptionStatus: 'past_due',
  due: { amountCents: 499, currency: 'usd' },
  nextCharge: null,
};

export const annual = {
  subscriptionPlan: 'parley_annual',
  nextCharge: { at: endsAt, amountCents: 3_999, priceCents: 3_999, currency: 'usd' },
} as const;

/** @param used translations of an account's ten */
export function freeWith(used: number): Status {
  return { ...free, translationsUsed: used, translationsRemaining: 10 - used };
}

/** @param left translations of a guest's three */
export function guestWith(left: number): Status {
  return { ...free, translationsUsed: 3 - left, translationsRemaining: left, limit: 3, isGuest: true };
}
