import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Cost, Service } from '../../shared/text/refusals.ts';
import { ProviderTimeout } from '../errors.ts';
import { createDocumentClient } from '../tables/client.ts';
import { bindFields, type Update, updateItem } from '../tables/table.ts';
import { type CounterKey, getUsageTable, readCounters, type UsageItem } from '../tables/usage.ts';
import { logGiveBackFailed } from '../telemetry/events.ts';
import { buildFailureCondition, isBelowFailureLimit } from './attempts.ts';
import type { Amounts, Bound } from './bounds.ts';
import { getUsableCeiling } from './ceilings.ts';

export interface Reservation extends Bound {
  readonly amounts: Amounts;
  /** Attributes to remove. */
  readonly outdated?: readonly string[];
}

/** `refusedBy` is the attribute at its ceiling: `failed` for too many failed attempts. */
export interface Refused {
  readonly of: Bound['of'];
  readonly refusedBy: string;
}

/**
 * Counts reservations one after the other: all of them or, if one is refused, none.
 * If the database's answer is lost, it may count twice, but never too little.
 */
export async function reserve(
  reservations: readonly Reservation[],
): Promise<{ taken: readonly Taken[] } | Refused> {
  const taken: Taken[] = [];
  try {
    for (const reservation of reservations) {
      const limited = limitIfBusy(reservation, taken.at(-1));
      const { others = [] } = limited;
      const outcome = await (others.length > 0 ? reserveInGroup(limited, others) : reserveOne(limited));
      if ('refusedBy' in outcome) {
        await giveBack(taken);
        return outcome;
      }
      taken.push(outcome);
    }
    return { taken };
  } catch (error) {
    await giveBack(taken);
    throw error;
  }
}

/** A counted reservation. */
export interface Taken {
  readonly of: Bound['of'];
  readonly counters: CounterKey;
  readonly amounts: Amounts;
  readonly totals: Amounts;
}

function limitIfBusy(reservation: Reservation, before: Taken | undefined): Reservation {
  const { max, busyAbove } = reservation;
  if (!before || !busyAbove) return reservation;
  const isBusy = Object.entries(before.totals).some(([name, total]) => total > (busyAbove[name] ?? Infinity));
  const entries = Object.entries(max).map(([name, ceiling]) => [name, getUsableCeiling(ceiling, !isBusy)]);
  return { ...reservation, max: Object.fromEntries(entries) };
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
export async function giveBack(taken: readonly Pick<Taken, 'counters' | 'amounts'>[]): Promise<void> {
  await Promise.all(taken.map(giveBackOne));
}

async function giveBackOne({ counters, amounts }: Pick<Taken, 'counters' | 'amounts'>): Promise<void> {
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
export const clientWithoutRetries = createDocumentClient(1, { keepAlive: false });

/** If a group's counter is full, the next one with room counts the request. */
async function reserveInGroup(
  reservation: Reservation,
  others: readonly CounterKey[],
): Promise<Taken | Refused> {
  const known = findKnownRefusal(reservation);
  if (known) return known;
  const outcome = await reserveOne(reservation);
  if ('totals' in outcome) return outcome;
  const items = await Promise.all(others.map((counters) => readCounters(counters)));
  for (const [index, counters] of others.entries()) {
    if (findExceeded(reservation, items[index])) continue;
    const borrowed = await reserveOne({ ...reservation, counters });
    if ('totals' in borrowed) return borrowed;
  }
  refusals.set(nameGroup(reservation), {
    refused: outcome,
    amounts: reservation.amounts,
    until: Date.now() + rememberedMs,
  });
  return outcome;
}

/** Spares a full group from being read for each refusal: a counter takes 3,000 reads a second. */
function findKnownRefusal(reservation: Reservation): Refused | undefined {
  const known = refusals.get(nameGroup(reservation));
  if (!known || known.until <= Date.now()) return undefined;
  const isAsMuch = Object.entries(known.amounts).every(
    ([name, amount]) => (reservation.amounts[name] ?? 0) >= amount,
  );
  return isAsMuch ? known.refused : undefined;
}

const refusals = new Map<string, { refused: Refused; amounts: Amounts; until: number }>();
const rememberedMs = 5_000;

/** Busy and other addresses have different ceilings. */
function nameGroup({ counters, max }: Reservation): string {
  return [counters.pk.split('#', 1)[0], counters.sk, ...Object.values(max)].join();
}

async function reserveOne(reservation: Reservation): Promise<Taken | Refused> {
  const { of, counters, amounts } = reservation;
  const exceeded = findExceeded(reservation, undefined);
  if (exceeded) return { of, refusedBy: exceeded };
  for (;;) {
    const now = Date.now();
    const totals = await updateItem<Amounts>(getUsageTable(), counters, buildUpdate(reservation, now));
    if (totals) return { of, counters, amounts, totals: totals as Amounts };
    const item = await readCounters(counters);
    const refusedBy = isBelowFailureLimit(item, now) ? findExceeded(reservation, item) : 'failed';
    if (refusedBy) return { of, refusedBy };
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
    // Holds without the attribute: comparing it is false.
    ...guarded.map((name) => `NOT #${name} > :${name}Before`),
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
