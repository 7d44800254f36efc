import { ApiError } from '../../api.ts';

/** A retry cannot help, unlike when Transcribe or the platform is busy. */
export function isAllowanceUsedUp(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited') return false;
  const { retryAfterSeconds = Number.POSITIVE_INFINITY } = error;
  return retryAfterSeconds > busySeconds;
}

/** A busy service's errors ask for a retry within this time; allowances renew later. */
const busySeconds = 10;
