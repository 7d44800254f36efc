import { queryOptions } from '@tanstack/react-query';
import { dayMs, hourMs } from '../../shared/dates.ts';
import { limits } from '../../shared/limits.ts';
import { call, type Received } from '../api.ts';

export type Status = Received<'billing.status'>;

export const statusQuery = queryOptions({
  queryKey: ['/api/subscription-status'],
  queryFn: async ({ signal }) => {
    const status = await call('billing.status', {}, { signal });
    return { ...status, resetsAt: status.resetsAt && delayReset(status.resetsAt) };
  },
});

/** To a later day if it is an hour ago as it arrives: then the clock is fast, as those are that travellers set by hand. */
function delayReset(resetsAt: string): string {
  const atMs = Date.parse(resetsAt);
  const days = Math.floor((Date.now() - atMs - hourMs) / dayMs) + 1;
  return new Date(atMs + Math.max(0, days) * dayMs).toISOString();
}

/** Undefined if unlimited or unknown. */
export function countTranslationsLeft(status: Status | undefined, nowMs = Date.now()): number | undefined {
  if (!status || isEntitled(status)) return undefined;
  const { translationsRemaining, resetsAt } = status;
  // The count has reset since the page opened.
  if (resetsAt !== null && Date.parse(resetsAt) <= nowMs) return undefined;
  return translationsRemaining ?? undefined;
}

/** False for guests: the banner shows their count. */
export function isRunningLow(status: Status | undefined): boolean {
  return (
    status?.isGuest === false &&
    (countTranslationsLeft(status) ?? Number.POSITIVE_INFINITY) <= limits.lowRemaining
  );
}

/** `isPremium` alone would do, but the specification names the statuses too. */
export function isEntitled({ isPremium, subscriptionStatus }: Status): boolean {
  return isPremium || subscriptionStatus === 'trialing' || subscriptionStatus === 'active';
}

/** A payment has failed, or a trial ends in three days; Stripe's email about the trial comes then, too. */
export function isReminderDue({ subscriptionStatus, trialEndsAt }: Status, nowMs = Date.now()): boolean {
  if (subscriptionStatus === 'past_due') return true;
  const leftMs = trialEndsAt === null ? 0 : Date.parse(trialEndsAt) - nowMs;
  return subscriptionStatus === 'trialing' && leftMs > 0 && leftMs <= 3 * dayMs;
}
