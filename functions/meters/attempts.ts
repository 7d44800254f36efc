import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { RateLimited } from '../errors.ts';
import type { Guest, User } from '../request/caller.ts';
import {
  type Counters,
  countersOf,
  countersOfAddress,
  nextHour,
  type UsageItem,
  usageTable,
} from '../tables/usage.ts';
import { documents } from '../tables/users.ts';
import { failedAttemptNotCounted } from '../telemetry/events.ts';
import { ceilings } from './ceilings.ts';

/**
 * Limits the attempts that reach a provider and fail, per hour, for a caller and for an address. Broken clips and unclear
 * texts cost money, and no other limit counts them. Failed attempts are never given back.
 */

/** Holds while the counters' subject may try again. For the update that counts what the attempt costs. */
export function attemptsCondition(counters: Counters, now: number): Condition | undefined {
  const most = ceilingOf(counters);
  if (most === undefined) return undefined;
  return {
    expression: '(attribute_not_exists(failedHour) OR failedHour <> :hour OR failed < :mostFailed)',
    values: { ':hour': hourOf(now), ':mostFailed': most },
  };
}

export function hasAttempts(item: UsageItem | undefined, now: number): boolean {
  const most = item && ceilingOf(item);
  if (most === undefined || item?.failedHour !== hourOf(now)) return true;
  return (item.failed ?? 0) < most;
}

/**
 * Counts an attempt that has failed, for the address and for the caller. Where the address has no attempts left, the
 * caller's are used up as well, so that nobody has to read an address's counters before a request. It does not throw.
 */
export async function countFailedAttempt(caller: Guest | User): Promise<void> {
  const now = Date.now();
  const { failedAttemptsPerCaller, failedAttemptsPerAddress } = ceilings();
  try {
    const atAddress = await addFailures(countersOfAddress(caller.address, now), 1, now);
    const isOver = atAddress >= failedAttemptsPerAddress;
    await addFailures(countersOf(caller, now), isOver ? failedAttemptsPerCaller : 1, now);
  } catch (error) {
    failedAttemptNotCounted({ requestId: caller.requestId, error });
  }
}

export function tooManyFailures(now: number): RateLimited {
  return new RateLimited(
    'Too many of your requests failed within an hour.',
    'uncounted',
    'Please try again in an hour.',
    nextHour(now),
  );
}

/** @returns how many have failed in this hour */
async function addFailures(counters: Counters, failures: number, now: number): Promise<number> {
  for (;;) {
    const failed =
      (await update(counters, failures, now, 'failed + :failures', 'failedHour = :hour')) ??
      (await update(
        counters,
        failures,
        now,
        ':failures',
        'attribute_not_exists(failedHour) OR failedHour <> :hour',
      ));
    if (failed !== undefined) return failed;
  }
}

/** @returns undefined when the condition did not hold */
async function update(
  { pk, sk, expiresAt, utcDay }: Counters,
  failures: number,
  now: number,
  failed: string,
  condition: string,
): Promise<number | undefined> {
  const day = utcDay ? ', utcDay = :utcDay' : '';
  const command = new UpdateCommand({
    TableName: usageTable(),
    Key: { pk, sk },
    UpdateExpression: `SET failed = ${failed}, failedHour = :hour, expiresAt = :expiresAt${day}`,
    ConditionExpression: condition,
    ExpressionAttributeValues: {
      ':failures': failures,
      ':hour': hourOf(now),
      ':expiresAt': expiresAt,
      ':utcDay': utcDay,
    },
    ReturnValues: 'UPDATED_NEW',
  });
  try {
    return Number((await documents.send(command)).Attributes?.failed ?? failures);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Undefined for groups: one caller's failures must not stop the others. */
function ceilingOf({ pk }: Pick<Counters, 'pk'>): number | undefined {
  if (pk.startsWith('ADDRESS#')) return ceilings().failedAttemptsPerAddress;
  return pk.startsWith('USER#') || pk.startsWith('GUEST#') ? ceilings().failedAttemptsPerCaller : undefined;
}

/** The UTC hour, `2026-11-20T13`. */
function hourOf(now: number): string {
  return new Date(now).toISOString().slice(0, 13);
}

interface Condition {
  readonly expression: string;
  readonly values: Readonly<Record<string, unknown>>;
}
