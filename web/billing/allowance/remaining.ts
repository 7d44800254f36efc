import * as texts from '../../texts/allowance.tsx';
import { countTranslationsLeft, isEntitled, type Status } from '../status.ts';

/** `3 of 10 left today`; undefined if unknown. */
export function describeRemaining(status: Status | undefined): string | undefined {
  if (!status) return undefined;
  if (isEntitled(status)) return texts.unlimited;
  const left = countTranslationsLeft(status);
  if (left === undefined || status.limit === null) return undefined;
  return status.isGuest ? texts.countLeft(left, status.limit) : texts.countLeftToday(left, status.limit);
}
