import { createHash, randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { ProductError, ProviderTimeout } from '../../errors.ts';
import { attemptsCondition, hasAttempts } from '../../meters/attempts.ts';
import {
  type Counters,
  type Grant,
  type GrantName,
  isAnswered,
  isOpen,
  lapsedGrants,
  readCounters,
  type UsageItem,
  usageTable,
} from '../../tables/usage.ts';
import { documents } from '../../tables/users.ts';
import { giveBackFailed } from '../../telemetry/events.ts';

/** What a subject may have. */
export interface Allowance {
  readonly counters: Counters;
  readonly limit: number;
  readonly characters: number;
  readonly refusals: Refusals;
}

/** What each refusal is to the one who is refused. */
export interface Refusals {
  limit(): ProductError;
  characters(): ProductError;
  /** Too many attempts have failed. */
  failed(): ProductError;
  /** @param again when the request may be run again, in milliseconds since 1970 */
  runs(again: number): ProductError;
  /** The id belongs to another request. */
  otherRequest(): ProductError;
}

/** What is to be translated. */
export interface GrantRequest {
  /** Says which requests are one. */
  readonly id: string;
  /** A signature of everything that makes the request another one. */
  readonly mac: string;
  readonly characters: number;
}

/** A translation that may be made now. Exactly one of the two is called, once. */
export interface Granted {
  /** Whether an earlier run of the same request has been charged for it. */
  readonly joined: boolean;
  /**
   * Records that the answer is given; called before it is.
   *
   * @throws ProviderTimeout when it came too late: nobody is charged, and nobody may be answered
   */
  settle(): Promise<void>;
  /** Gives back what this run has taken. @returns false where that failed: then it lapses */
  release(): Promise<boolean>;
}

/**
 * Grants a translation, or one more run of a translation that is granted already. Exactly as many as the limit
 * are ever granted and not given back: every step is one conditional update of one item, and each names the run
 * that does it, so that the database client may send it twice when an answer is lost.
 *
 * @throws the allowance's refusals, ProviderTimeout where the database did not tell in time
 */
export async function grant(
  allowance: Allowance,
  request: GrantRequest,
  signal: AbortSignal,
): Promise<Granted> {
  const place: Place = {
    counters: allowance.counters,
    name: nameOf(request.id),
    run: randomName(),
    characters: request.characters,
  };
  const { granted, joined } = await obtain(place, allowance, request, signal).catch((error: unknown) =>
    giveUp(place, error),
  );
  const release = () => isReleased(takeBack(place, granted));
  return { joined, release, settle: () => settle(place, granted, release, signal) };
}

/** How long a run may take to answer. Functions end long before: whoever has not answered by then has died. */
export const leaseMs = 60_000;

/** As often may one request be run, each time at a provider's price, before it has to wait. */
export const runsPerWindow = 5;
export const windowMs = 10 * 60_000;

/** Tries until the item, as it was read, says yes or no. Each further turn means that somebody else got on. */
async function obtain(place: Place, allowance: Allowance, request: GrantRequest, signal: AbortSignal) {
  for (;;) {
    signal.throwIfAborted();
    const begunAt = Date.now();
    const first = firstRun(place, request, begunAt);
    if (await begin(place, allowance, first, begunAt)) return { granted: first, joined: false };

    const item = await readCounters(place.counters);
    const now = Date.now();
    const known = item?.[place.name];
    // Begun by us: the answer was lost, and the client has asked again.
    if (known?.runs[place.run] !== undefined) return { granted: known, joined: isJoined(known) };
    if (!hasAttempts(item, now)) throw allowance.refusals.failed();
    if (known) requireAnotherRun(known, allowance, request, now);

    const refusal = (!known && limitRefusal(item, allowance)) || charactersRefusal(item, allowance, request);
    if (refusal) {
      const lapsed = item ? lapsedGrants(item, now) : [];
      if (lapsed.length === 0) throw refusal();
      await Promise.all(lapsed.map(([name, seen]) => replace({ ...place, name }, seen, undefined)));
    } else if (known) {
      const granted = anotherRun(known, place, now);
      if (await replace(place, known, granted, allowance.characters)) return { granted, joined: true };
    }
  }
}

/** A write whose answer is lost may still arrive, so nobody can be told that nothing is counted. */
async function giveUp(place: Place, error: unknown): Promise<never> {
  if (error instanceof ProductError) throw error;
  await isReleased(takeBackUnseen(place));
  throw new ProviderTimeout('translation', { cause: error }).costing('lapsing');
}

async function takeBackUnseen(place: Place): Promise<void> {
  const known = (await readCounters(place.counters))?.[place.name];
  if (known) await takeBack(place, known);
}

function isReleased(giveBack: Promise<void>): Promise<boolean> {
  return giveBack.then(
    () => true,
    (error: unknown) => {
      giveBackFailed({ error });
      return false;
    },
  );
}

function firstRun({ run, characters }: Place, { mac }: GrantRequest, now: number): Grant {
  return { mac, since: now, runs: { [run]: now + leaseMs }, characters, version: randomName() };
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
  const again = known.since + windowMs;
  if (Object.keys(known.runs).length >= runsPerWindow && now < again) throw refusals.runs(again);
}

function limitRefusal(item: UsageItem | undefined, { limit, refusals }: Allowance) {
  return (item?.used ?? 0) >= limit ? refusals.limit : undefined;
}

function charactersRefusal(
  item: UsageItem | undefined,
  { characters: most, refusals }: Allowance,
  { characters }: GrantRequest,
) {
  return (item?.characters ?? 0) + characters > most ? refusals.characters : undefined;
}

/** In a new window only those runs are left that still mean something. */
function anotherRun(known: Grant, { run, characters }: Place, now: number): Grant {
  const isOver = now >= known.since + windowMs;
  return {
    mac: known.mac,
    since: isOver ? now : known.since,
    runs: { ...(isOver ? lastingRuns(known, now) : known.runs), [run]: now + leaseMs },
    characters: known.characters + characters,
    version: randomName(),
  };
}

/**
 * The open ones, and that others have answered: it is why the grant is charged. One answer may still be taken
 * back by its run; several stand together under a name that is no run's.
 */
function lastingRuns({ runs }: Grant, now: number): Grant['runs'] {
  const all = Object.entries(runs);
  const answered = all.filter(([, run]) => isAnswered(run));
  return Object.fromEntries([
    ...(answered.length > 1 ? [['earlier', 'answered'] as const] : answered),
    ...all.filter(([, run]) => isOpen(run, now)),
  ]);
}

function isJoined({ runs }: Grant): boolean {
  return Object.keys(runs).length > 1;
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
    // Time may have run out meanwhile, and then the caller has got another answer.
    requireTime(signal);
  } catch (error) {
    const isBack = await release();
    throw new ProviderTimeout('translation', { cause: error }).costing(isBack ? 'uncounted' : 'perhaps');
  }
}

/**
 * Whether a write arrived whose answer is lost, nobody knows; trying again is harmless, and tells. It is waited for no
 * longer than `signal` allows: what is left after that is for taking the grant back.
 */
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
    // It came so late that its grant had lapsed and was given to another.
    if (run === undefined || run === 'failed') break;
  }
  throw new ProviderTimeout('translation');
}

const settleAttempts = 4;

/** @returns false when the grant has changed meanwhile */
function writeAnswered(
  { counters, name, run }: Place,
  seen: Grant,
  abortSignal: AbortSignal,
): Promise<boolean> {
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
  return update(counters, change, { abortSignal });
}

/** The version of a grant that has changed in nothing but that this run has answered. */
function answeredVersion({ version }: Grant, run: string): string {
  return `${version}.${run}`;
}

/** The whole grant where nobody else needs it, else this run's part. What was taken back already stays so. */
async function takeBack(place: Place, granted: Grant): Promise<void> {
  let seen: Grant | undefined = granted;
  while (seen && seen.runs[place.run] !== undefined && seen.runs[place.run] !== 'failed') {
    if (await replace(place, seen, withoutRun(seen, place, Date.now()))) return;
    seen = (await readCounters(place.counters))?.[place.name];
  }
}

function withoutRun(seen: Grant, { run, characters }: Place, now: number): Grant | undefined {
  const { [run]: _, ...others } = seen.runs;
  if (!Object.values(others).some((other) => isAnswered(other) || isOpen(other, now))) return undefined;
  return {
    ...seen,
    runs: { ...seen.runs, [run]: 'failed' },
    characters: seen.characters - characters,
    version: randomName(),
  };
}

/**
 * Puts another grant, or none, in the place of one as it was seen, and counts the difference. That this run, and
 * nobody else, has answered since then makes no difference: who does not know whether it has can still take it back.
 *
 * @param most a ceiling for all characters
 * @returns false when the grant has changed meanwhile, or the ceiling would be passed
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

/** @returns false when the condition did not hold */
async function update(
  { pk, sk }: Counters,
  change: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
  options?: { abortSignal: AbortSignal },
): Promise<boolean> {
  try {
    const command = new UpdateCommand({ TableName: usageTable(), Key: { pk, sk }, ...change });
    await documents.send(command, options);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

function requireTime(signal: AbortSignal): void {
  if (signal.aborted) throw new ProviderTimeout('translation');
}

function nameOf(id: string): GrantName {
  return `g_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}

function randomName(): string {
  return randomBytes(9).toString('base64url');
}

/** One run of one request. */
interface Place {
  readonly counters: Counters;
  readonly name: GrantName;
  readonly run: string;
  readonly characters: number;
}
