import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Cost, ProviderTimeout, type Service } from '../errors.ts';
import { createDocumentClient } from '../tables/client.ts';
import { bindFields, type Update, updateItem } from '../tables/table.ts';
import { type CounterKey, getUsageTable, readCounters, type UsageItem } from '../tables/usage.ts';
import { logGiveBackFailed } from '../telemetry/events.ts';
import { buildFailureCondition, isBelowFailureLimit } from './attempts.ts';

export type Amounts = Readonly<Record<string, number>>;

export interface Reservation {
  readonly counters: CounterKey;
  readonly amounts: Amounts;
  readonly max: Amounts;
  /** Attributes to remove. */
  readonly outdated?: readonly string[];
}

/** `refusedBy` is the attribute at its ceiling: `failed` for too many failed attempts. */
export interface Refused<Kind extends Reservation> {
  readonly reservation: Kind;
  readonly refusedBy: string;
}

/**
 * Counts all reservations or none. If the database's answer is lost, it may count twice, but never too little.
 * @returns the first refusal, if any
 */
export async function reserve<Kind extends Reservation>(
  reservations: readonly Kind[],
): Promise<{ totals: readonly Amounts[] } | Refused<Kind>> {
  const outcomes = await Promise.allSettled(reservations.map(reserveOne));
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  const counted = answers.filter((answer) => 'total' in answer);
  const refused = answers.find((answer) => 'refusedBy' in answer);
  if (!failed && !refused) return { totals: counted.map(({ total }) => total) };
  await giveBack(counted.map(({ reservation }) => reservation));
  if (failed || !refused) throw failed?.reason;
  return refused;
}

/** Reports a database failure as a provider's timeout, because users can retry that. */
export function failAsTimeout<T>(
  service: Service,
  counting: Promise<T>,
  cost: Cost = 'uncounted',
): Promise<T> {
  return counting.catch((cause: unknown) => {
    throw new ProviderTimeout(service, { cause }).setCost(cost);
  });
}

/** Tries only once, so that it never gives back too much. Does not throw. */
export async function giveBack(
  reservations: readonly Pick<Reservation, 'counters' | 'amounts'>[],
): Promise<void> {
  await Promise.all(reservations.map(giveBackOne));
}

async function giveBackOne({ counters, amounts }: Pick<Reservation, 'counters' | 'amounts'>): Promise<void> {
  const negated = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, -amount]));
  const update = new UpdateCommand({
    TableName: getUsageTable(),
    Key: { pk: counters.pk, sk: counters.sk },
    UpdateExpression: buildAdditions(negated),
    // Must not recreate deleted counters with negative values.
    ConditionExpression: 'attribute_exists(pk)',
    ...bindFields(negated),
  });
  await clientWithoutRetries.send(update).catch((error: unknown) => logGiveBackFailed({ error }));
}

/** Opens a connection for each write: an idle one may be dead, for example after the function was frozen. */
const clientWithoutRetries = createDocumentClient(1, { keepAlive: false });

async function reserveOne<Kind extends Reservation>(
  reservation: Kind,
): Promise<{ reservation: Kind; total: Amounts } | Refused<Kind>> {
  const exceeded = findExceeded(reservation, undefined);
  if (exceeded) return { reservation, refusedBy: exceeded };
  for (;;) {
    const now = Date.now();
    const { counters } = reservation;
    const total = await updateItem<Amounts>(getUsageTable(), counters, buildUpdate(reservation, now));
    if (total) return { reservation, total: total as Amounts };
    const item = await readCounters(counters);
    const refusedBy = isBelowFailureLimit(item, now) ? findExceeded(reservation, item) : 'failed';
    if (refusedBy) return { reservation, refusedBy };
    // Something was given back between the update and the read.
  }
}

function findExceeded({ amounts, max }: Reservation, item: UsageItem | undefined) {
  const used = (item ?? {}) as Amounts;
  return Object.entries(amounts).find(
    ([name, amount]) => (used[name] ?? 0) + amount > (max[name] ?? Infinity),
  )?.[0];
}

function buildUpdate(reservation: Reservation, now: number): Update {
  const { counters, amounts, max, outdated = [] } = reservation;
  const { expiresAt, utcDay } = counters;
  const guarded = Object.keys(amounts).filter((name) => max[name] !== undefined);
  const bound = bindFields(amounts);
  const failures = buildFailureCondition(counters, now);
  const conditions = [
    ...guarded.map((name) => `(attribute_not_exists(#${name}) OR #${name} <= :${name}Before)`),
    ...(failures ? [failures.expression] : []),
  ];
  return {
    UpdateExpression: [
      `SET expiresAt = :expiresAt${utcDay ? ', utcDay = :utcDay' : ''}`,
      buildAdditions(amounts),
      outdated.length > 0 ? `REMOVE ${outdated.join()}` : '',
    ].join(' '),
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
    ExpressionAttributeNames: bound.ExpressionAttributeNames,
    ExpressionAttributeValues: {
      ':expiresAt': expiresAt,
      ':utcDay': utcDay,
      ...failures?.values,
      ...bound.ExpressionAttributeValues,
      ...Object.fromEntries(
        guarded.map((name) => [`:${name}Before`, (max[name] ?? 0) - (amounts[name] ?? 0)]),
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
