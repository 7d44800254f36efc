import type { Status } from '../../../../web/billing/status.ts';

export const at = '2026-11-28T15:00:00.000Z';
export const card = { brand: 'visa', last4: '4242' };

/** Somebody with an account who has never had Premium. */
export const free: Status = {
  subscriptionStatus: 'free',
  isPremium: false,
  subscriptionPlan: null,
  trialEndsAt: null,
  subscriptionEndsAt: null,
  isDisputed: false,
  nextCharge: null,
  purchase: null,
  translationsUsed: 7,
  translationsRemaining: 3,
  limit: 10,
  resetsAt: '2026-11-21T00:00:00.000Z',
  isGuest: false,
  trialAvailable: true,
};
export const guest: Status = { ...free, translationsRemaining: 2, limit: 3, resetsAt: null, isGuest: true };
export const active: Status = {
  ...free,
  subscriptionStatus: 'active',
  isPremium: true,
  subscriptionPlan: 'parley_monthly',
  subscriptionEndsAt: at,
  nextCharge: { at, amountCents: 499, currency: 'usd' },
  trialAvailable: false,
};
export const trialing: Status = { ...active, subscriptionStatus: 'trialing', trialEndsAt: at };
export const annual = {
  subscriptionPlan: 'parley_annual',
  nextCharge: { at, amountCents: 3_999, currency: 'usd' },
} as const;
