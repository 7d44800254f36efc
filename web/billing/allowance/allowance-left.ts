import { countTranslationsLeft, isEntitled, type Status } from '../status.ts';

/** `3 of 10 left today`; undefined if unknown. */
export function describeRemaining(status: Status | undefined): string | undefined {
  if (!status) return undefined;
  if (isEntitled(status)) return 'Unlimited';
  const left = countTranslationsLeft(status);
  if (left === undefined || status.limit === null) return undefined;
  return `${left} of ${status.limit} left${status.isGuest ? '' : ' today'}`;
}
