import { getNextHour } from '../../shared/dates.ts';
import { ProviderBusy, RateLimited } from '../errors.ts';
import type { Guest, User } from '../request/caller.ts';
import { updateItem } from '../tables/table.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  type CounterKey,
  getUsageTable,
  type UsageItem,
} from '../tables/usage.ts';
import { logFailedAttemptNotCounted } from '../telemetry/events.ts';
import { say } from '../texts.ts';
import { getCeilings } from './ceilings.ts';

/** Failures per hour, by caller and by address. No allowance counts failed translations, even paid ones. */

export function buildFailureCondition(counters: CounterKey, now: number) {
  const max = findCeiling(counters);
  if (max === undefined) return undefined;
  return {
    expression: '(failedHour <> :hour OR failed < :maxFailed)',
    values: { ':hour': formatHour(now), ':maxFailed': max },
  };
}

export function isBelowFailureLimit(item: UsageItem | undefined, now: number): boolean {
  const max = item && findCeiling(item);
  if (max === undefined || item?.failedHour !== formatHour(now)) return true;
  return (item.failed ?? 0) < max;
}

/**
 * Does not throw. A busy provider is not the caller's fault. Once the address is at its limit, fills the caller's
 * counter too, because users' requests check only that one.
 */
export async function countFailedAttempt(caller: Guest | User, why: unknown): Promise<void> {
  if (why instanceof ProviderBusy) return;
  const now = Date.now();
  const { failedAttemptsPerCaller, failedAttemptsPerAddress } = getCeilings();
  try {
    const addressFailures = await addFailures(buildAddressCounterKey(caller.address, now), 1, now);
    const isOver = addressFailures >= failedAttemptsPerAddress;
    await addFailures(buildCounterKey(caller, now), isOver ? failedAttemptsPerCaller : 1, now);
  } catch (error) {
    logFailedAttemptNotCounted({ requestId: caller.requestId, error });
  }
}

export function createFailureLimitError(now: number): RateLimited {
  return new RateLimited(say('tooManyFailures'), 'uncounted', getNextHour(now));
}

async function addFailures(counters: CounterKey, failures: number, now: number): Promise<number> {
  for (;;) {
    const failed =
      (await update(counters, failures, now, { isNew: false })) ??
      (await update(counters, failures, now, { isNew: true }));
    if (failed !== undefined) return failed;
  }
}

/** @param isNew whether this is the hour's first failure @returns undefined if `isNew` is wrong */
async function update(
  { pk, sk, expiresAt, utcDay }: CounterKey,
  failures: number,
  now: number,
  { isNew }: { isNew: boolean },
): Promise<number | undefined> {
  const day = utcDay ? ', utcDay = :utcDay' : '';
  const updated = await updateItem<UsageItem>(
    getUsageTable(),
    { pk, sk },
    {
      UpdateExpression: `SET failed = ${isNew ? '' : 'failed + '}:failures, failedHour = :hour, expiresAt = :expiresAt${day}`,
      ConditionExpression: isNew ? 'failedHour <> :hour' : 'failedHour = :hour',
      ExpressionAttributeValues: {
        ':failures': failures,
        ':hour': formatHour(now),
        ':expiresAt': expiresAt,
        ':utcDay': utcDay,
      },
      ReturnValues: 'UPDATED_NEW',
    },
  );
  return updated && (updated.failed ?? failures);
}

/** Undefined for groups, because one caller must not stop the others. */
function findCeiling({ pk }: Pick<CounterKey, 'pk'>): number | undefined {
  if (pk.startsWith('ADDRESS#')) return getCeilings().failedAttemptsPerAddress;
  return pk.startsWith('USER#') || pk.startsWith('GUEST#')
    ? getCeilings().failedAttemptsPerCaller
    : undefined;
}

function formatHour(now: number): string {
  return new Date(now).toISOString().slice(0, 13);
}
