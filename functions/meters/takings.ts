import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Cost, ProviderTimeout } from '../errors.ts';
import { retries } from '../tables/retries.ts';
import { type Update, updateItem } from '../tables/table.ts';
import { type Counters, readCounters, type UsageItem, usageTable } from '../tables/usage.ts';
import { documents } from '../tables/users.ts';
import { giveBackFailed } from '../telemetry/events.ts';
import { attemptsCondition, hasAttempts } from './attempts.ts';

export type Amounts = Readonly<Record<string, number>>;

export interface Taking {
  readonly counters: Counters;
  readonly amounts: Amounts;
  /** Ceilings by attribute. */
  readonly most: Amounts;
  readonly forget?: readonly string[];
}

/** The first taking that was refused, and the attribute at its ceiling: `failed` for too many failed attempts. */
export interface Refused {
  readonly at: number;
  readonly by: string;
}

/**
 * Counts all takings, or none of them, before something is bought. A lost answer of the database may count twice,
 * never too little.
 *
 * @returns the counters after each update, or the refusal
 */
export async function take(takings: readonly Taking[]): Promise<{ totals: readonly Amounts[] } | Refused> {
  const outcomes = await Promise.allSettled(takings.map(takeOne));
  const totals: Amounts[] = [];
  const taken: Taking[] = [];
  const refusals: Refused[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') continue;
    if ('refusedBy' in outcome.value) refusals.push({ at, by: outcome.value.refusedBy });
    else {
      totals.push(outcome.value.total);
      taken.push(takings[at] as Taking);
    }
  }
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed && !refusals[0]) return { totals };
  await giveBack(taken);
  if (failed) throw failed.reason;
  return refusals[0] as Refused;
}

/** @throws ProviderTimeout where the database fails; `cost` says what that may have counted */
export function inTime<T>(
  service: ConstructorParameters<typeof ProviderTimeout>[0],
  counting: Promise<T>,
  cost: Cost = 'uncounted',
): Promise<T> {
  return counting.catch((cause: unknown) => {
    throw new ProviderTimeout(service, { cause }).costing(cost);
  });
}

/** Tries once, so that never more comes back than was taken. Does not throw. */
export async function giveBack(takings: readonly Pick<Taking, 'counters' | 'amounts'>[]): Promise<void> {
  await Promise.all(takings.map(giveBackOne));
}

async function giveBackOne({ counters, amounts }: Pick<Taking, 'counters' | 'amounts'>): Promise<void> {
  const taken = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, -amount]));
  const update = new UpdateCommand({
    TableName: usageTable(),
    Key: { pk: counters.pk, sk: counters.sk },
    UpdateExpression: buildAdditions(taken),
    // Deleted counters must not come back below zero.
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: buildNames(taken),
    ExpressionAttributeValues: buildValues(taken),
  });
  await onceOnly.send(update).catch((error: unknown) => giveBackFailed({ error }));
}

const onceOnly = DynamoDBDocumentClient.from(
  new DynamoDBClient({ retryStrategy: retries(1), requestHandler: documents.config.requestHandler }),
);

async function takeOne(taking: Taking): Promise<{ total: Amounts } | { refusedBy: string }> {
  const { counters, amounts, most } = taking;
  const tooMuch = findExceeded(taking, undefined);
  if (tooMuch) return { refusedBy: tooMuch };
  for (;;) {
    const now = Date.now();
    const total = await updateItem<Amounts>(usageTable(), counters, buildUpdate(taking, now));
    if (total) return { total: total as Amounts };
    const [only, ...others] = listPossibleReasons(taking);
    if (only !== undefined && others.length === 0) return { refusedBy: only };
    const item = await readCounters(counters);
    if (!hasAttempts(item, now)) return { refusedBy: 'failed' };
    const refusedBy = findExceeded({ amounts, most }, item);
    if (refusedBy) return { refusedBy };
    // Something was given back between the update and the read.
  }
}

function findExceeded({ amounts, most }: Pick<Taking, 'amounts' | 'most'>, item: UsageItem | undefined) {
  const used = (item ?? {}) as Amounts;
  return Object.entries(amounts).find(
    ([name, amount]) => (used[name] ?? 0) + amount > (most[name] ?? Infinity),
  )?.[0];
}

function listPossibleReasons(taking: Taking): string[] {
  const attempts = attemptsCondition(taking.counters, 0);
  return [...listGuarded(taking), ...(attempts ? ['failed'] : [])];
}

function listGuarded({ amounts, most }: Taking): string[] {
  return Object.keys(amounts).filter((name) => most[name] !== undefined);
}

function buildUpdate(taking: Taking, now: number): Update {
  const { counters, amounts, most, forget = [] } = taking;
  const { expiresAt, utcDay } = counters;
  const guarded = listGuarded(taking);
  const attempts = attemptsCondition(counters, now);
  const conditions = [
    ...guarded.map((name) => `(attribute_not_exists(#${name}) OR #${name} <= :${name}Before)`),
    ...(attempts ? [attempts.expression] : []),
  ];
  return {
    UpdateExpression: [
      `SET expiresAt = :expiresAt${utcDay ? ', utcDay = :utcDay' : ''}`,
      buildAdditions(amounts),
      forget.length > 0 ? `REMOVE ${forget.join()}` : '',
    ].join(' '),
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
    ExpressionAttributeNames: buildNames(amounts),
    ExpressionAttributeValues: {
      ':expiresAt': expiresAt,
      ':utcDay': utcDay,
      ...attempts?.values,
      ...buildValues(amounts),
      ...Object.fromEntries(
        guarded.map((name) => [`:${name}Before`, (most[name] ?? 0) - (amounts[name] ?? 0)]),
      ),
    },
    ReturnValues: 'UPDATED_NEW',
  };
}

function buildAdditions(amounts: Amounts): string {
  return `ADD ${Object.keys(amounts)
    .map((name) => `#${name} :${name}`)
    .join()}`;
}

function buildNames(amounts: Amounts): Record<string, string> {
  return Object.fromEntries(Object.keys(amounts).map((name) => [`#${name}`, name]));
}

function buildValues(amounts: Amounts): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [`:${name}`, amount]));
}
