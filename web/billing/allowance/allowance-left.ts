import { countTranslationsLeft, isPremium, type Status } from '../status.ts';

/** `3 of 10 left today`; undefined if unknown. */
export function describeLeft(status: Status | undefined): string | undefined {
  if (!status) return undefined;
  if (isPremium(status)) return 'Unlimited';
  const left = countTranslationsLeft(status);
  if (left === undefined || status.limit === null) return undefined;
  return `${left} of ${status.limit} left${status.isGuest ? '' : ' today'}`;
}
