import type { ProfileItem } from '../tables/users.ts';
import { logAnalyticsFailed } from '../telemetry/events.ts';
import { flushOutbox } from './ledger.ts';
import { countChange } from './totals.ts';

/** Adds a profile's change to the totals and flushes its outbox. Never throws: the recount finds missing counts. */
export async function recordChange(
  before: ProfileItem | undefined,
  after: ProfileItem | undefined,
): Promise<void> {
  const outcomes = await Promise.allSettled([
    limitTime(countChange(before, after)),
    after && limitTime(flushOutbox(after)),
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') logAnalyticsFailed({ error: outcome.reason });
  }
}

/** Slower work continues in the background if the platform allows it. */
async function limitTime(work: Promise<unknown>): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AnalyticsTimedOut()), timeLimitMs);
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Enough for a second attempt at the database. */
const timeLimitMs = 3_000;

class AnalyticsTimedOut extends Error {
  override readonly name = 'AnalyticsTimedOut';
}
