import { queryOptions } from '@tanstack/react-query';
import { limits } from '../../shared/limits.ts';
import { call, type Received } from '../api.ts';

/** What the visitor may still do: how many translations are used and left, and whether Premium is on. */
export type Status = Received<'billing.status'>;

export const statusQuery = queryOptions({
  queryKey: ['/api/subscription-status'],
  queryFn: ({ signal }) => call('billing.status', {}, { signal }),
});

/** Translations left, or undefined where there is no limit or where it is not known. */
export function leftOf(status: Status | undefined, nowMs = Date.now()): number | undefined {
  if (!status || isPremium(status)) return undefined;
  const { translationsRemaining, resetsAt } = status;
  // A page that was open over midnight: the count has begun anew, and how it stands is not known.
  if (resetsAt !== null && Date.parse(resetsAt) <= nowMs) return undefined;
  return translationsRemaining ?? undefined;
}

/** Few enough to say so, to somebody with an account: guests have the banner. */
export function isLow(status: Status | undefined): boolean {
  return status?.isGuest === false && (leftOf(status) ?? Number.POSITIVE_INFINITY) <= limits.lowCount;
}

export function isPremium({ isPremium, subscriptionStatus }: Status): boolean {
  return isPremium || subscriptionStatus === 'trialing' || subscriptionStatus === 'active';
}
