import { createHash } from 'node:crypto';
import { ProductError, ProviderTimeout } from '../../errors.ts';
import { buildFailureCondition, isBelowFailureLimit } from '../../meters/attempts.ts';
import type { Guest, User } from '../../request/caller.ts';
import {
  addRun,
  buildAnsweredVersion,
  createGrant,
  createRandomId,
  failRun,
  findRetryTime,
  type Grant,
  type GrantName,
  hasOtherRuns,
  isOpen,
  listGrants,
  listLapsedGrants,
  type RunRequest,
} from '../../tables/grant-item.ts';
import { type Update, updateItem } from '../../tables/table.ts';
import {
  buildCounterKey,
  type CounterKey,
  getUsageTable,
  readCounters,
  type UsageItem,
} from '../../tables/usage.ts';
import { logGiveBackFailed } from '../../telemetry/events.ts';

export interface Allowance {
  readonly counters: CounterKey;
  readonly maxTranslations: number;
  readonly maxCharacters: number;
  /** @param retryAt with `repeated-request`: when the request may run again, in milliseconds since 1970 */
  createRefusal(
    reason: 'limit' | 'characters' | 'failed' | 'repeated-request' | 'other-request',
    retryAt?: number,
  ): ProductError;
}

export interface GrantRequest {
  /** Requests with the same id count once. */
  readonly id: string;
  readonly fingerprint: string;
  readonly characters: number;
}

export interface GrantHandle {
  readonly isRerun: boolean;
  settle(): Promise<void>;
  /** If `isPaid`, shared ceilings keep the characters. @returns false if it failed: the run then counts until its lease ends */
  release(isPaid: boolean): Promise<boolean>;
  /** Gives back the translation, but not its characters. @returns false if it failed, as for `release` */
  uncount(): Promise<boolean>;
}

/**
 * Grants a translation, or another run of a granted one. Each step is one conditional update that names its run, so
 * it may be retried when an answer is lost. @throws the allowance's refusals, ProviderTimeout if the database fails
 */
export async function grant(
  allowance: Allowance,
  request: GrantRequest,
  signal: AbortSignal,
): Promise<GrantHandle> {
  const run: OwnRun = {
    counters: allowance.counters,
    name: nameGrant(request.id),
    runId: createRandomId(),
    characters: request.characters,
  };
  const { granted, isRerun } = await obtain(run, allowance, request, signal).catch((error: unknown) =>
    giveUp(run, error),
  );
  const release = () => reportRelease(releaseRun(run, granted));
  const uncount = () => reportRelease(releaseRun(run, granted, { keptCharacters: run.characters }));
  return { isRerun, release, uncount, settle: () => settle(run, granted, release, signal) };
}

/** Tries again after another request has changed the item, and after removing lapsed grants. */
async function obtain(run: OwnRun, allowance: Allowance, request: GrantRequest, signal: AbortSignal) {
  for (;;) {
    signal.throwIfAborted();
    const begunAt = Date.now();
    const first = createGrant(run, request.fingerprint, begunAt);
    if (await begin(run, allowance, first, begunAt)) return { granted: first, isRerun: false };

    const item = await readCounters(run.counters);
    const now = Date.now();
    const known = item?.[run.name];
    // This run has been counted: DynamoDB's answer was lost, and the SDK has retried the write.
    if (known?.runs[run.runId] !== undefined) return { granted: known, isRerun: hasOtherRuns(known) };
    if (!isBelowFailureLimit(item, now)) throw allowance.createRefusal('failed');
    if (known) requireRerunAllowed(known, allowance, request, now);

    const refusal = findRefusal(item, known, allowance, request);
    if (refusal) {
      const lapsed = item ? listLapsedGrants(item, now) : [];
      if (lapsed.length === 0) throw allowance.createRefusal(refusal);
      await Promise.all(lapsed.map(([name, seen]) => replace({ ...run, name }, seen, undefined)));
    } else if (known) {
      const granted = addRun(known, run, now);
      if (await replace(run, known, granted, { max: allowance.maxCharacters }))
        return { granted, isRerun: true };
    }
  }
}

/** An unanswered write may still arrive, and then its grant counts until it lapses. */
async function giveUp(run: OwnRun, error: unknown): Promise<never> {
  if (error instanceof ProductError) throw error;
  await reportRelease(releaseLostRun(run));
  throw new ProviderTimeout('translation', { cause: error }).setCost('lapsing');
}

async function releaseLostRun(run: OwnRun): Promise<void> {
  const known = (await readCounters(run.counters))?.[run.name];
  if (known) await releaseRun(run, known);
}

function reportRelease(release: Promise<void>): Promise<boolean> {
  return release.then(
    () => true,
    (error: unknown) => {
      logGiveBackFailed({ error });
      return false;
    },
  );
}

/** @returns false if the id is known, a limit would be exceeded, or too many attempts have failed */
async function begin(
  { counters, name, characters }: OwnRun,
  { maxTranslations, maxCharacters }: Allowance,
  first: Grant,
  now: number,
): Promise<boolean> {
  if (characters > maxCharacters || maxTranslations < 1) return false;
  const failures = buildFailureCondition(counters, now);
  return update(counters, {
    UpdateExpression: [
      `SET ${name} = :grant, expiresAt = :expiresAt${counters.utcDay ? ', utcDay = :utcDay' : ''}`,
      'ADD used :one, characters :characters',
    ].join(' '),
    ConditionExpression: [
      `attribute_not_exists(${name})`,
      // Both hold without their attributes: comparing them is false.
      'NOT used >= :limit',
      'NOT characters > :before',
      ...(failures ? [failures.expression] : []),
    ].join(' AND '),
    ExpressionAttributeValues: {
      ':grant': first,
      ':expiresAt': counters.expiresAt,
      ':utcDay': counters.utcDay,
      ':one': 1,
      ':characters': characters,
      ':limit': maxTranslations,
      ':before': maxCharacters - characters,
      ...failures?.values,
    },
  });
}

function requireRerunAllowed(known: Grant, allowance: Allowance, request: GrantRequest, now: number): void {
  if (known.fingerprint !== request.fingerprint) throw allowance.createRefusal('other-request');
  const retryAt = findRetryTime(known, now);
  if (retryAt !== undefined) throw allowance.createRefusal('repeated-request', retryAt);
}

function findRefusal(
  item: UsageItem | undefined,
  known: Grant | undefined,
  { maxTranslations, maxCharacters }: Allowance,
  { characters }: GrantRequest,
): 'limit' | 'characters' | undefined {
  if (!known && (item?.used ?? 0) >= maxTranslations) return 'limit';
  return (item?.characters ?? 0) + characters > maxCharacters ? 'characters' : undefined;
}

async function settle(run: OwnRun, granted: Grant, release: () => Promise<boolean>, signal: AbortSignal) {
  try {
    await markAnswered(run, granted, signal);
    // Time may have run out during the write: then the caller may be sent a timeout.
    signal.throwIfAborted();
  } catch (error) {
    const isGivenBack = await release();
    throw new ProviderTimeout('translation', { cause: error }).setCost(isGivenBack ? 'uncounted' : 'unknown');
  }
}

/** Retries, because a write whose answer is lost may have arrived. Ends with `signal`, to leave time for `release`. */
async function markAnswered(run: OwnRun, granted: Grant, signal: AbortSignal): Promise<void> {
  let seen: Grant | undefined = granted;
  for (let faults = 0; seen; ) {
    try {
      if (await writeAnswered(run, seen, signal)) return;
      seen = (await readCounters(run.counters, signal))?.[run.name];
    } catch (error) {
      if (++faults === settleAttempts) throw error;
      continue;
    }
    const state = seen?.runs[run.runId];
    if (state === 'answered') return;
    // The run's lease had ended, and another request has removed it.
    if (state === undefined || state === 'failed') break;
  }
  throw new ProviderTimeout('translation');
}

const settleAttempts = 4;

function writeAnswered(run: OwnRun, seen: Grant, signal: AbortSignal): Promise<boolean> {
  const { counters, name, runId } = run;
  const change = {
    UpdateExpression: `SET ${name}.runs.#run = :answered, ${name}.version = :next`,
    ConditionExpression: `${name}.version = :seen`,
    ExpressionAttributeNames: { '#run': runId },
    ExpressionAttributeValues: {
      ':answered': 'answered',
      ':seen': seen.version,
      ':next': buildAnsweredVersion(seen, runId),
    },
  };
  return update(counters, change, signal);
}

/**
 * Removes the whole grant when no other run needs it, else this run's part.
 * @param options.keptCharacters stay counted, in no grant
 */
async function releaseRun(run: OwnRun, granted: Grant, options?: { keptCharacters: number }): Promise<void> {
  let seen: Grant | undefined = granted;
  while (seen && seen.runs[run.runId] !== undefined && seen.runs[run.runId] !== 'failed') {
    if (await replace(run, seen, failRun(seen, run, Date.now()), options)) return;
    seen = (await readCounters(run.counters))?.[run.name];
  }
}

/**
 * Replaces or removes a grant, and counts the difference, even if this run has answered since the grant was read.
 * @returns false if the grant has changed in any other way, or `max` characters would be exceeded
 */
async function replace(
  { counters, name, runId }: OwnRun,
  seen: Grant,
  next: Grant | undefined,
  { max, keptCharacters = 0 }: { max?: number; keptCharacters?: number } = {},
): Promise<boolean> {
  const characters = (next?.characters ?? 0) - seen.characters + keptCharacters;
  return update(counters, {
    UpdateExpression: next
      ? `SET ${name} = :next ADD characters :characters`
      : `REMOVE ${name} ADD used :minusOne, characters :characters`,
    ConditionExpression: `${name}.version IN (:seen, :answered)${max === undefined ? '' : ' AND characters <= :before'}`,
    ExpressionAttributeValues: {
      ':seen': seen.version,
      ':answered': buildAnsweredVersion(seen, runId),
      ':characters': characters,
      ...(next ? { ':next': next } : { ':minusOne': -1 }),
      ...(max !== undefined && { ':before': max - characters }),
    },
  });
}

/** Removes the records of individual requests. A running one keeps its grant; a lapsed grant is given back. */
export async function forgetRequests(caller: Guest | User): Promise<void> {
  const counters = buildCounterKey(caller, Date.now());
  for (let isDone = false; !isDone; ) {
    caller.signal.throwIfAborted();
    const item = await readCounters(counters);
    const removal = item && buildRemoval(item, Date.now());
    // The condition fails if a request has changed its grant since the read.
    isDone = !removal || (await update(counters, removal));
  }
}

/** Undefined if no request has finished. The condition prevents a retried update from giving back twice. */
function buildRemoval(item: UsageItem, now: number): Update | undefined {
  const finished = listGrants(item).filter(
    ([, { runs }]) => !Object.values(runs).some((run) => isOpen(run, now)),
  );
  if (finished.length === 0) return undefined;
  const lapsed = listLapsedGrants(item, now);
  return {
    UpdateExpression: `REMOVE ${finished.map(([name]) => name).join()} ADD used :used, characters :characters`,
    ConditionExpression: finished.map(([name], index) => `${name}.version = :version${index}`).join(' AND '),
    ExpressionAttributeValues: {
      ':used': -lapsed.length,
      ':characters': -lapsed.reduce((sum, [, { characters }]) => sum + characters, 0),
      ...Object.fromEntries(finished.map(([, { version }], index) => [`:version${index}`, version])),
    },
  };
}

async function update(counters: CounterKey, change: Update, signal?: AbortSignal): Promise<boolean> {
  return (await updateItem(getUsageTable(), counters, change, signal)) !== undefined;
}

function nameGrant(id: string): GrantName {
  return `g_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

/** The run that serves this request. */
interface OwnRun extends RunRequest {
  readonly counters: CounterKey;
  readonly name: GrantName;
}
