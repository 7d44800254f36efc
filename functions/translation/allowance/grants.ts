import { createHash } from 'node:crypto';
import { ProductError, ProviderTimeout } from '../../errors.ts';
import { attemptsCondition, hasAttempts } from '../../meters/attempts.ts';
import {
  addRun,
  answeredVersion,
  findWaitEnd,
  firstRun,
  type Grant,
  type GrantName,
  isAnswered,
  isJoined,
  listLapsedGrants,
  randomName,
  removeRun,
} from '../../tables/grant-item.ts';
import { type Update, updateItem } from '../../tables/table.ts';
import { type Counters, readCounters, type UsageItem, usageTable } from '../../tables/usage.ts';
import { giveBackFailed } from '../../telemetry/events.ts';

export interface Allowance {
  readonly counters: Counters;
  readonly limit: number;
  readonly characters: number;
  readonly refusals: Refusals;
}

export interface Refusals {
  limit(): ProductError;
  characters(): ProductError;
  failed(): ProductError;
  /** @param again when the request may run again, in milliseconds since 1970 */
  runs(again: number): ProductError;
  /** The id belongs to another request. */
  otherRequest(): ProductError;
}

export interface GrantRequest {
  /** Requests with the same id are one. */
  readonly id: string;
  readonly mac: string;
  readonly characters: number;
}

/** A translation that may be made now. Call exactly one of the two, once. */
export interface Granted {
  /** Whether an earlier run of the same request has been charged. */
  readonly joined: boolean;
  /**
   * Records the answer before it is sent.
   *
   * @throws ProviderTimeout when it came too late: nothing is charged, and no answer may be sent
   */
  settle(): Promise<void>;
  /** Gives back what this run has taken. @returns false where that failed, and the run lapses instead */
  release(): Promise<boolean>;
}

/**
 * Grants a translation, or one more run of a granted one. Never grants more than the limit: every step is one
 * conditional update of one item, and names its run, so that the client may retry when an answer is lost.
 *
 * @throws the allowance's refusals, ProviderTimeout where the database fails
 */
export async function grant(
  allowance: Allowance,
  request: GrantRequest,
  signal: AbortSignal,
): Promise<Granted> {
  const place: Place = {
    counters: allowance.counters,
    name: nameGrant(request.id),
    run: randomName(),
    characters: request.characters,
  };
  const { granted, joined } = await obtain(place, allowance, request, signal).catch((error: unknown) =>
    giveUp(place, error),
  );
  const release = () => reportRelease(takeBack(place, granted));
  return { joined, release, settle: () => settle(place, granted, release, signal) };
}

/** Tries until the item, as read, says yes or no. Another turn means that another request got on. */
async function obtain(place: Place, allowance: Allowance, request: GrantRequest, signal: AbortSignal) {
  for (;;) {
    signal.throwIfAborted();
    const begunAt = Date.now();
    const first = firstRun(place, request.mac, begunAt);
    if (await begin(place, allowance, first, begunAt)) return { granted: first, joined: false };

    const item = await readCounters(place.counters);
    const now = Date.now();
    const known = item?.[place.name];
    // We began it: the answer was lost, and the client has retried.
    if (known?.runs[place.run] !== undefined) return { granted: known, joined: isJoined(known) };
    if (!hasAttempts(item, now)) throw allowance.refusals.failed();
    if (known) requireAnotherRun(known, allowance, request, now);

    const refusal = findRefusal(item, known, allowance, request);
    if (refusal) {
      const lapsed = item ? listLapsedGrants(item, now) : [];
      if (lapsed.length === 0) throw refusal();
      await Promise.all(lapsed.map(([name, seen]) => replace({ ...place, name }, seen, undefined)));
    } else if (known) {
      const granted = addRun(known, place, now);
      if (await replace(place, known, granted, allowance.characters)) return { granted, joined: true };
    }
  }
}

/** A write whose answer is lost may still arrive, so it may count until it lapses. */
async function giveUp(place: Place, error: unknown): Promise<never> {
  if (error instanceof ProductError) throw error;
  await reportRelease(takeBackUnseen(place));
  throw new ProviderTimeout('translation', { cause: error }).costing('lapsing');
}

async function takeBackUnseen(place: Place): Promise<void> {
  const known = (await readCounters(place.counters))?.[place.name];
  if (known) await takeBack(place, known);
}

function reportRelease(release: Promise<void>): Promise<boolean> {
  return release.then(
    () => true,
    (error: unknown) => {
      giveBackFailed({ error });
      return false;
    },
  );
}

/** @returns false when the id is known, the limit or a ceiling would be passed, or too many attempts have failed */
async function begin(
  { counters, name, characters }: Place,
  { limit, characters: most }: Allowance,
  first: Grant,
  now: number,
): Promise<boolean> {
  if (characters > most || limit < 1) return false;
  const attempts = attemptsCondition(counters, now);
  return update(counters, {
    UpdateExpression: [
      `SET #grant = :grant, expiresAt = :expiresAt${counters.utcDay ? ', utcDay = :utcDay' : ''}`,
      'ADD #used :one, #characters :characters',
    ].join(' '),
    ConditionExpression: [
      'attribute_not_exists(#grant)',
      '(attribute_not_exists(#used) OR #used < :limit)',
      '(attribute_not_exists(#characters) OR #characters <= :before)',
      ...(attempts ? [attempts.expression] : []),
    ].join(' AND '),
    ExpressionAttributeNames: { '#grant': name, '#used': 'used', '#characters': 'characters' },
    ExpressionAttributeValues: {
      ':grant': first,
      ':expiresAt': counters.expiresAt,
      ':utcDay': counters.utcDay,
      ':one': 1,
      ':characters': characters,
      ':limit': limit,
      ':before': most - characters,
      ...attempts?.values,
    },
  });
}

function requireAnotherRun(known: Grant, { refusals }: Allowance, { mac }: GrantRequest, now: number): void {
  if (known.mac !== mac) throw refusals.otherRequest();
  const again = findWaitEnd(known, now);
  if (again !== undefined) throw refusals.runs(again);
}

function findRefusal(
  item: UsageItem | undefined,
  known: Grant | undefined,
  { limit, characters: most, refusals }: Allowance,
  { characters }: GrantRequest,
): (() => ProductError) | undefined {
  if (!known && (item?.used ?? 0) >= limit) return refusals.limit;
  return (item?.characters ?? 0) + characters > most ? refusals.characters : undefined;
}

async function settle(
  place: Place,
  granted: Grant,
  release: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  try {
    requireTime(signal);
    await markAnswered(place, granted, signal);
    // Time may have run out during the write: then the caller has got another answer.
    requireTime(signal);
  } catch (error) {
    const isBack = await release();
    throw new ProviderTimeout('translation', { cause: error }).costing(isBack ? 'uncounted' : 'perhaps');
  }
}

/** Retries, because a write whose answer is lost may have arrived. Ends with `signal`, to leave time for `release`. */
async function markAnswered(place: Place, granted: Grant, signal: AbortSignal): Promise<void> {
  let seen: Grant | undefined = granted;
  for (let faults = 0; seen; ) {
    try {
      if (await writeAnswered(place, seen, signal)) return;
      seen = (await readCounters(place.counters, signal))?.[place.name];
    } catch (error) {
      if (++faults === settleAttempts || signal.aborted) throw error;
      continue;
    }
    const run = seen?.runs[place.run];
    if (run !== undefined && isAnswered(run)) return;
    // The grant had lapsed and was given to another request.
    if (run === undefined || run === 'failed') break;
  }
  throw new ProviderTimeout('translation');
}

const settleAttempts = 4;

function writeAnswered({ counters, name, run }: Place, seen: Grant, signal: AbortSignal): Promise<boolean> {
  const change = {
    UpdateExpression: 'SET #grant.#runs.#run = :answered, #grant.#version = :next',
    ConditionExpression: '#grant.#version = :seen',
    ExpressionAttributeNames: { '#grant': name, '#runs': 'runs', '#run': run, '#version': 'version' },
    ExpressionAttributeValues: {
      ':answered': 'answered',
      ':seen': seen.version,
      ':next': answeredVersion(seen, run),
    },
  };
  return update(counters, change, signal);
}

/** Removes the whole grant when no other run needs it, else this run's part. */
async function takeBack(place: Place, granted: Grant): Promise<void> {
  let seen: Grant | undefined = granted;
  while (seen && seen.runs[place.run] !== undefined && seen.runs[place.run] !== 'failed') {
    if (await replace(place, seen, removeRun(seen, place, Date.now()))) return;
    seen = (await readCounters(place.counters))?.[place.name];
  }
}

/**
 * Replaces or removes a grant as it was seen, and counts the difference. It also matches when only this run has
 * answered since, so that a run can take back an answer whose write was lost.
 *
 * @param most a ceiling for all characters
 * @returns false when the grant has changed, or the ceiling would be passed
 */
async function replace(
  { counters, name, run }: Place,
  seen: Grant,
  next: Grant | undefined,
  most?: number,
): Promise<boolean> {
  const characters = (next?.characters ?? 0) - seen.characters;
  return update(counters, {
    UpdateExpression: next
      ? 'SET #grant = :next ADD #characters :characters'
      : 'REMOVE #grant ADD #used :minusOne, #characters :characters',
    ConditionExpression: `#grant.#version IN (:seen, :answered)${most === undefined ? '' : ' AND #characters <= :before'}`,
    ExpressionAttributeNames: {
      '#grant': name,
      '#version': 'version',
      '#characters': 'characters',
      ...(!next && { '#used': 'used' }),
    },
    ExpressionAttributeValues: {
      ':seen': seen.version,
      ':answered': answeredVersion(seen, run),
      ':characters': characters,
      ...(next ? { ':next': next } : { ':minusOne': -1 }),
      ...(most !== undefined && { ':before': most - characters }),
    },
  });
}

async function update(counters: Counters, change: Update, signal?: AbortSignal): Promise<boolean> {
  return (await updateItem(usageTable(), counters, change, signal)) !== undefined;
}

function requireTime(signal: AbortSignal): void {
  if (signal.aborted) throw new ProviderTimeout('translation');
}

function nameGrant(id: string): GrantName {
  return `g_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

interface Place {
  readonly counters: Counters;
  readonly name: GrantName;
  readonly run: string;
  readonly characters: number;
}
