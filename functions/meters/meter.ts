import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Cost, ProviderTimeout } from '../errors.ts';
import { retries } from '../tables/retries.ts';
import { type Counters, readCounters, type UsageItem, usageTable } from '../tables/usage.ts';
import { documents } from '../tables/users.ts';
import { giveBackFailed } from '../telemetry/events.ts';
import { attemptsCondition, hasAttempts } from './attempts.ts';

/** Attribute to how much of it. */
export type Amounts = Readonly<Record<string, number>>;

/** What is to be counted for one subject. */
export interface Taking {
  readonly counters: Counters;
  readonly amounts: Amounts;
  /** Ceilings by attribute. */
  readonly most: Amounts;
  /** Attributes that go away with it. */
  readonly forget?: readonly string[];
}

/** @throws ProviderTimeout where the database could not count; `cost` is what that may have cost */
export function inTime<T>(
  service: ConstructorParameters<typeof ProviderTimeout>[0],
  counting: Promise<T>,
  cost: Cost = 'uncounted',
): Promise<T> {
  return counting.catch((cause: unknown) => {
    throw new ProviderTimeout(service, { cause }).costing(cost);
  });
}

/** What was counted, with what there is now; or the attribute that has reached its ceiling. */
export type Counted = { readonly total: Amounts } | { readonly refusedBy: string };

/**
 * Counts before something is bought: all amounts, or none of them where one would go over its ceiling, or where too
 * many attempts have failed (`failed`). It may count twice where an answer of the database is lost, and never less
 * than was asked.
 */
export async function count(taking: Taking): Promise<Counted> {
  const { counters, amounts, most } = taking;
  const tooMuch = overIn(taking, undefined);
  if (tooMuch) return { refusedBy: tooMuch };
  for (;;) {
    const now = Date.now();
    try {
      const { Attributes = {} } = await documents.send(new UpdateCommand(updateOf(taking, now)));
      return { total: Attributes };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
    const [only, ...others] = reasonsOf(taking);
    if (only !== undefined && others.length === 0) return { refusedBy: only };
    const item = await readCounters(counters);
    if (!hasAttempts(item, now)) return { refusedBy: 'failed' };
    const refusedBy = overIn({ amounts, most }, item);
    if (refusedBy) return { refusedBy };
    // Something was given back between the update and the reading.
  }
}

/**
 * Counts for several subjects, or for none of them.
 *
 * @returns who refused: the taking's place, and its attribute; undefined when all is counted
 */
export async function countAll(takings: readonly Taking[]): Promise<{ at: number; by: string } | undefined> {
  const outcomes = await Promise.allSettled(takings.map(count));
  const refusals = outcomes.flatMap((outcome, at) =>
    outcome.status === 'fulfilled' && 'refusedBy' in outcome.value
      ? [{ at, by: outcome.value.refusedBy }]
      : [],
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed && refusals.length === 0) return undefined;
  const counted = takings.filter((_, at) => {
    const outcome = outcomes[at];
    return outcome?.status === 'fulfilled' && 'total' in outcome.value;
  });
  await giveBackAll(counted);
  if (failed) throw failed.reason;
  return refusals[0];
}

export async function giveBackAll(takings: readonly Taking[]): Promise<void> {
  await Promise.all(takings.map(({ counters, amounts }) => giveBack(counters, amounts)));
}

/**
 * Gives back what was counted for something that failed. It is tried once: where nobody knows whether it was
 * done, it is not done again, so that never more comes back than was counted. It does not throw.
 */
export async function giveBack(counters: Counters, amounts: Amounts): Promise<void> {
  const taken = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, -amount]));
  await onceOnly
    .send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: { pk: counters.pk, sk: counters.sk },
        UpdateExpression: additions(taken),
        // Counters that were removed meanwhile must not come back below nothing.
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: namesOf(taken),
        ExpressionAttributeValues: valuesOf(taken),
      }),
    )
    .catch((error: unknown) => giveBackFailed({ error }));
}

/** The same connections, without another attempt. */
const onceOnly = DynamoDBDocumentClient.from(
  new DynamoDBClient({ retryStrategy: retries(1), requestHandler: documents.config.requestHandler }),
);

/** @returns the first attribute that would go over its ceiling */
function overIn({ amounts, most }: Pick<Taking, 'amounts' | 'most'>, item: UsageItem | undefined) {
  const used = (item ?? {}) as Amounts;
  return Object.entries(amounts).find(
    ([name, amount]) => (used[name] ?? 0) + amount > (most[name] ?? Infinity),
  )?.[0];
}

/** What may be the reason of a refusal. */
function reasonsOf(taking: Taking): string[] {
  const attempts = attemptsCondition(taking.counters, 0);
  return [...guardedOf(taking), ...(attempts ? ['failed'] : [])];
}

function guardedOf({ amounts, most }: Taking): string[] {
  return Object.keys(amounts).filter((name) => most[name] !== undefined);
}

function updateOf(taking: Taking, now: number): UpdateCommandInput {
  const { counters, amounts, most, forget = [] } = taking;
  const { pk, sk, expiresAt, utcDay } = counters;
  const guarded = guardedOf(taking);
  const attempts = attemptsCondition(counters, now);
  const conditions = [
    ...guarded.map((name) => `(attribute_not_exists(#${name}) OR #${name} <= :${name}Before)`),
    ...(attempts ? [attempts.expression] : []),
  ];
  return {
    TableName: usageTable(),
    Key: { pk, sk },
    UpdateExpression: [
      `SET expiresAt = :expiresAt${utcDay ? ', utcDay = :utcDay' : ''}`,
      additions(amounts),
      forget.length > 0 ? `REMOVE ${forget.join()}` : '',
    ].join(' '),
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
    ExpressionAttributeNames: namesOf(amounts),
    ExpressionAttributeValues: {
      ':expiresAt': expiresAt,
      ':utcDay': utcDay,
      ...attempts?.values,
      ...valuesOf(amounts),
      ...Object.fromEntries(
        guarded.map((name) => [`:${name}Before`, (most[name] ?? 0) - (amounts[name] ?? 0)]),
      ),
    },
    ReturnValues: 'UPDATED_NEW',
  };
}

function additions(amounts: Amounts): string {
  return `ADD ${Object.keys(amounts)
    .map((name) => `#${name} :${name}`)
    .join()}`;
}

function namesOf(amounts: Amounts): Record<string, string> {
  return Object.fromEntries(Object.keys(amounts).map((name) => [`#${name}`, name]));
}

function valuesOf(amounts: Amounts): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [`:${name}`, amount]));
}
