import { getNextDay } from '../../shared/dates.ts';
import { RateLimited } from '../errors.ts';
import type { User } from '../request/caller.ts';
import { buildCounterKey } from '../tables/usage.ts';
import { logAllowanceRefused } from '../telemetry/events.ts';
import type { Refusal } from '../texts.ts';
import { createFailureLimitError } from './attempts.ts';
import type { Amounts } from './bounds.ts';
import { reserve } from './reservations.ts';

/** Counts against a ceiling of the user's day that nobody shares. @throws RateLimited */
export async function countInOwnDay(user: User, { amounts, max, reason, refusal }: OwnDay): Promise<void> {
  const now = Date.now();
  const reserved = await reserve([{ of: 'own', counters: buildCounterKey(user, now), amounts, max }]);
  if (!('refusedBy' in reserved)) return;
  if (reserved.refusedBy === 'failed') throw createFailureLimitError(now);
  logAllowanceRefused({ requestId: user.requestId, kind: user.kind, reason });
  throw new RateLimited(refusal, 'free', getNextDay(now));
}

interface OwnDay {
  readonly amounts: Amounts;
  readonly max: Amounts;
  readonly reason: Parameters<typeof logAllowanceRefused>[0]['reason'];
  readonly refusal: Refusal;
}
