import { setTimeout as wait } from 'node:timers/promises';
import { status } from '../../shared/api/billing.schema.ts';
import type { Output } from '../../shared/api/contract.ts';
import { getNextDay, getNextMonth, hourMs } from '../../shared/dates.ts';
import { limits } from '../../shared/limits.ts';
import { endpoint } from '../endpoint.ts';
import { type Amounts, findTrialEnd, listBounds } from '../meters/bounds.ts';
import type { Guest, User } from '../request/caller.ts';
import { countTranslations } from '../tables/grant-item.ts';
import { readProfile } from '../tables/profiles.ts';
import { getSubscription, noSubscription } from '../tables/subscription.ts';
import { buildCounterKey, readCounters } from '../tables/usage.ts';
import type { ProfileItem } from '../tables/users.ts';
import { logActivationFailed } from '../telemetry/events.ts';
import { describeDiscount, isPending } from './purchase/agreement.ts';
import { isTrialAvailable } from './purchase/trials.ts';

export const handler = endpoint('billing.status', status, async (_input, caller) => {
  const current = caller.kind === 'guest' ? caller : await activatePurchase(caller);
  return {
    ...(await describeSubscription(current)),
    ...(await readAllowance(current)),
    isGuest: current.kind === 'guest',
  };
});

/** A buyer may return before Stripe's webhook arrives. */
async function activatePurchase(caller: User): Promise<User> {
  const { purchase } = caller.profile;
  const isOpen = purchase?.state === 'confirmation_needed' || isPending(purchase, pendingMs);
  const setupIntentId = isOpen ? purchase?.setupIntentId : undefined;
  if (caller.kind === 'premium' || !setupIntentId) return caller;
  await Promise.race([
    activateNow(caller.requestId, setupIntentId),
    wait(activationMs, undefined, { ref: false }),
  ]);
  const profile = (await readProfile(caller.userId)) ?? caller.profile;
  return { ...caller, profile, kind: getSubscription(profile).isPremium ? 'premium' : 'free' };
}

const pendingMs = hourMs;
const activationMs = 5_000;

/** Loaded on demand: Stripe's library is heavy, and few callers are subscribing. */
async function activateNow(requestId: string, setupIntentId: string): Promise<void> {
  try {
    const { activate } = await import('./purchase/activate.ts');
    await activate(setupIntentId);
  } catch (error) {
    logActivationFailed({ requestId, error });
  }
}

async function describeSubscription(caller: Guest | User) {
  const isGuest = caller.kind === 'guest';
  const subscription = isGuest ? noSubscription : getSubscription(caller.profile);
  return {
    subscriptionStatus: subscription.status,
    isPremium: subscription.isPremium,
    subscriptionPlan: subscription.plan,
    trialEndsAt: subscription.trialEndsAt,
    subscriptionEndsAt: subscription.endsAt,
    isDisputed: subscription.isDisputed ?? false,
    needsConfirmation: subscription.needsConfirmation ?? false,
    due: subscription.due ?? null,
    nextCharge: subscription.nextCharge ?? null,
    purchase: isGuest || subscription.status !== 'free' ? null : describePurchase(caller.profile),
    trialAvailable: isGuest || (subscription.status === 'free' && (await isTrialAvailable(caller.profile))),
  };
}

function describePurchase({ purchase }: ProfileItem): Output<'billing.status'>['purchase'] {
  if (!purchase) return null;
  const { state, plan, card = null, discount } = purchase;
  return { state, plan, card, discount: describeDiscount(discount) };
}

async function readAllowance(caller: Guest | User) {
  const now = Date.now();
  if (caller.kind === 'premium') {
    const fairUse = await readFairUse(caller, now);
    return { translationsUsed: 0, translationsRemaining: null, limit: null, resetsAt: null, fairUse };
  }
  const used = countTranslations(await readCounters(buildCounterKey(caller, now)), now);
  const limit = limits.translations[caller.kind];
  return {
    translationsUsed: used,
    translationsRemaining: Math.max(0, limit - used),
    limit,
    resetsAt: caller.kind === 'guest' ? null : new Date(getNextDay(now)).toISOString(),
    fairUse: [],
  };
}

/** Of the month or the trial, so that nobody meets its end without a warning. */
async function readFairUse(user: User, now: number): Promise<Output<'billing.status'>['fairUse']> {
  const [, bound] = listBounds(user, now);
  if (!bound) return [];
  const used = (await readCounters(bound.counters)) ?? ({} as Amounts);
  const until = new Date(findTrialEnd(user) ?? getNextMonth(now)).toISOString();
  return (Object.keys(fairUseNames) as (keyof typeof fairUseNames)[]).flatMap((name) => {
    const max = bound.max[name] ?? 0;
    const leftPercent = Math.floor((Math.max(0, max - (used[name] ?? 0)) * 100) / max);
    return leftPercent < warnBelowPercent ? [{ of: fairUseNames[name], leftPercent, until }] : [];
  });
}

const fairUseNames = { characters: 'text', speechSeconds: 'voice', spokenCharacters: 'reading' } as const;
const warnBelowPercent = 20;
