import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { limits } from '../../../shared/limits.ts';
import { chanceFrom } from '../../support/chance.ts';
import type { Part } from '../proof.ts';
import { type Answered, type Caller, noon, type Stage } from './stage.ts';

interface Size {
  readonly requests: number;
  /** Few enough that a busy machine answers each before its client retries. */
  readonly atOnce: number;
}

/**
 * Sends more requests at once than the limit allows, while answers of the database are lost and the provider fails.
 *
 * @param lostWrites share of the answers to writes that are lost; without losses the provider does not fail either
 */
export async function stormLimit(
  stage: Stage,
  { requests, atOnce, seed, lostWrites }: Size & { seed: number; lostWrites: number },
): Promise<Part> {
  const findings: string[] = [];
  const limited = pLimit(atOnce);
  const chance = chanceFrom(seed);
  const figures: Record<string, number> = { requests };
  const free = await stage.makeFreeUser();
  // With many losses, the address counts too much and refuses guests.
  const callers = lostWrites > 0.2 ? { free } : { free, guest: await stage.makeGuest() };
  for (const [kind, caller] of Object.entries(callers)) {
    const limit = limits.translations[kind as 'free' | 'guest'];
    let lost = 0;
    if (lostWrites > 0) {
      stage.database.loses = (action) => {
        const loses = chance() < (action === 'UpdateItem' ? lostWrites : 0.2);
        if (loses) lost++;
        return loses;
      };
      stage.provider.fails = () => chance() < 0.1;
    }
    stage.provider.calls = 0;
    const answers = await Promise.all(times(requests, () => limited(() => stage.translate(caller))));
    stage.calm();
    const answered = answers.filter(isGood).length;
    stage.clock.advance(61_000);
    const charged = await stage.charged(caller);
    Object.assign(figures, {
      [`${kind}: answers lost`]: lost,
      [`${kind}: answered`]: answered,
      [`${kind}: charged`]: charged,
    });
    const internal = answers.filter(({ status }) => status === 500).length;
    expectEqual(findings, `${kind}: answers of 500`, internal, 0);
    if (answered > limit) findings.push(`${kind}: ${answered} were answered, ${limit} are allowed`);
    expectEqual(findings, `${kind}: charged once leases have lapsed`, charged, answered);
    if (lostWrites === 0) {
      const refused = answers.filter(({ code }) => code?.endsWith('limit_reached')).length;
      expectEqual(findings, `${kind}: refused`, refused, requests - limit);
      expectEqual(findings, `${kind}: provider calls`, stage.provider.calls, limit);
    }

    let rest = 0;
    while (rest <= limit && isGood(await stage.translate(caller))) rest += 1;
    expectEqual(findings, `${kind}: answered in all`, answered + rest, limit);
    expectEqual(findings, `${kind}: counter in the end`, (await stage.usage(caller))?.used, limit);
  }
  return { name: `Limit: ${lostWrites * 100} % of the writes lost, seed ${seed}`, figures, findings };
}

/** Sends one request many times: one charge, few runs. Then many requests under one id: one is answered. */
export async function stormKey(stage: Stage, { requests, atOnce }: Size): Promise<Part> {
  const findings: string[] = [];
  const limited = pLimit(atOnce);
  const send = async (textOf: (index: number) => string): Promise<[Caller, Answered[]]> => {
    const caller = await stage.makeFreeUser();
    const id = randomUUID();
    const sent = times(requests, (index) =>
      limited(() => stage.translate(caller, { id, text: textOf(index) })),
    );
    return [caller, await Promise.all(sent)];
  };
  stage.provider.calls = 0;
  const [caller, same] = await send(() => 'the same');
  const runs = stage.provider.calls;
  const charged = await stage.charged(caller);
  expectEqual(findings, 'charged for one request', charged, 1);
  if (runs > 5) findings.push(`one request ran ${runs} times`);
  expectEqual(findings, 'answers to one request', same.filter(isGood).length, runs);
  const others = same.filter((answer) => !isGood(answer) && answer.code !== 'rate_limited').length;
  expectEqual(findings, 'other refusals of one request', others, 0);

  const [, different] = await send((index) => `text number ${index}`);
  const refused = different.filter(({ code }) => code === 'idempotency_key_reused').length;
  expectEqual(findings, 'answers under one id', different.filter(isGood).length, 1);
  expectEqual(findings, 'refusals under one id', refused, requests - 1);
  return { name: `Id: ${requests} requests under one id`, figures: { runs, charged, refused }, findings };
}

/** Users translate across midnight: each day counts what it answered. */
export async function stormMidnight(
  stage: Stage,
  { users, atOnce }: { users: number; atOnce: number },
): Promise<Part> {
  const findings: string[] = [];
  const days = ['2026-12-31', '2027-01-01'] as const;
  stage.clock.set(Date.parse(`${days[0]}T23:59:58Z`));
  const callers = await Promise.all(times(users, () => stage.makeFreeUser()));
  const answered = new Map<Caller, number>();
  const calls = 2 * limits.translations.free;
  let started = 0;
  const limited = pLimit(atOnce);
  const ask = async (caller: Caller) => {
    started++;
    if (started === Math.floor((users * calls) / 2)) stage.clock.set(Date.parse(`${days[1]}T00:00:01Z`));
    if (isGood(await stage.translate(caller))) answered.set(caller, (answered.get(caller) ?? 0) + 1);
  };
  // One round after the other: at midnight each user has at most one request on its way.
  for (let round = 0; round < calls; round++) {
    await Promise.all(callers.map((caller) => limited(() => ask(caller))));
  }

  const figures = { 'first day': 0, 'second day': 0 };
  for (const caller of callers) {
    const used = await Promise.all(days.map(async (day) => (await stage.usage(caller, day))?.used ?? 0));
    const [first = 0, second = 0] = used;
    figures['first day'] += first;
    figures['second day'] += second;
    expectEqual(findings, 'both days of a user', first + second, answered.get(caller) ?? 0);
    if (first + second < calls - 1) findings.push(`a user was answered ${first + second} times of ${calls}`);
    if (Math.max(first, second) > limits.translations.free) findings.push(`a user had ${used.join(' and ')}`);
  }
  stage.clock.set(noon);
  return { name: `Midnight: ${users} users, ${calls} requests each`, figures, findings };
}

/** Many guests share one address and its ceiling. */
export async function stormAddress(
  stage: Stage,
  { guests, atOnce }: { guests: number; atOnce: number },
): Promise<Part> {
  const findings: string[] = [];
  const callers = await Promise.all(times(guests, () => stage.makeGuest('203.0.113.8')));
  const limited = pLimit(atOnce);
  const answers = await Promise.all(callers.map((caller) => limited(() => stage.translate(caller))));
  const answered = answers.filter(isGood).length;
  const refused = answers.filter(({ code }) => code === 'rate_limited').length;
  expectEqual(findings, 'answered', answered, stage.addressCeiling);
  expectEqual(findings, 'refused', refused, guests - stage.addressCeiling);
  return { name: `Address: ${guests} guests`, figures: { answered, refused }, findings };
}

/** Counts the database requests of one translation, and the writes of requests that validation refuses. */
export async function countRoundTrips(stage: Stage): Promise<Part> {
  const findings: string[] = [];
  const user = await stage.makeFreeUser();
  await stage.translate(user);
  const asked = stage.database.actions;
  asked.length = 0;
  let before = 0;
  stage.provider.fails = () => {
    before = asked.length;
    return false;
  };
  await stage.translate(user);
  const all = [...asked];
  stage.calm();

  asked.length = 0;
  await stage.translate(user, { text: 'a'.repeat(limits.textCharacters.user + 1) });
  await stage.translate(user, { text: ' ' });
  const writes = asked.filter((action) => action !== 'GetItem').length;
  expectEqual(findings, 'writes of invalid requests', writes, 0);
  expectEqual(findings, 'charged after them', await stage.charged(user), 2);
  if (all.length > 4) findings.push(`one translation asks the database ${all.length} times`);
  if (before > 3) findings.push(`${before} times before the provider`);
  const figures = { 'before the provider': before, 'in all': all.length, which: all.join() };
  return { name: 'Round trips of one translation', figures, findings };
}

function isGood({ status }: Answered): boolean {
  return status === 200;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function expectEqual(findings: string[], what: string, is: number | undefined, wanted: number): void {
  if (is !== wanted) findings.push(`${what}: ${is} instead of ${wanted}`);
}
