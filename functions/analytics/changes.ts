import type { ProfileItem } from '../tables/users.ts';
import { analyticsFailed } from '../telemetry/events.ts';
import { enterAll } from './ledger.ts';
import { count } from './totals.ts';

/**
 * What the analytics make of a write that has come, changed or taken a profile: totals are counted, and what the
 * write has put into the outbox is entered. The truth is written by then, so nobody's sign-in, webhook or deletion
 * fails by it, or takes long: what is left undone here waits in the outbox, or is found by the nightly recount.
 */
export async function followChange(
  before: ProfileItem | undefined,
  after: ProfileItem | undefined,
): Promise<void> {
  const parts = await Promise.allSettled([inTime(count(before, after)), after && inTime(enterAll(after))]);
  for (const part of parts) if (part.status === 'rejected') analyticsFailed({ error: part.reason });
}

/** What takes longer goes on behind, as far as the platform lets it. */
async function inTime(work: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AnalyticsLate()), patienceMs);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Leaves the database time to be asked twice, and whoever waits time to be answered. */
const patienceMs = 3_000;

class AnalyticsLate extends Error {
  override readonly name = 'AnalyticsLate';
}
