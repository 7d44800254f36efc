import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import pLimit from 'p-limit';
import type { UsageItem } from '../../../functions/tables/usage.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { startDynamoDb } from '../../../infra/local/dynamodb.ts';
import type { ProviderHandler } from '../../../infra/local/providers/server.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { limits } from '../../../shared/limits.ts';
import { chanceFrom } from '../../support/chance.ts';
import { apiEvent, lambdaContext, originSecret, siteOrigin } from '../../support/handlers/event.ts';
import { startIssuer } from '../../support/handlers/tokens.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts';

/**
 * Many requests at once, to see that exactly what is allowed is granted. The handlers run in this process as they
 * are deployed, on a real database behind a way that can lose answers, with a provider that counts its calls. The
 * time stands still, so no day and no lease ends by itself.
 */
export interface Storm {
  readonly name: string;
  /** What was counted. */
  readonly figures: Readonly<Record<string, number | string>>;
  /** What must not be, in words; none when all holds. */
  readonly findings: readonly string[];
}

interface Size {
  readonly requests: number;
  /** Few enough that a busy machine answers each before its client asks again. */
  readonly atOnce: number;
}

/** More requests at once than the limit allows translations: nobody gets one more or one less. */
export async function stormLimit(stage: Stage, { requests, atOnce }: Size): Promise<Storm> {
  const findings: string[] = [];
  const limited = pLimit(atOnce);
  const figures: Record<string, number> = { requests };
  const callers = { free: await stage.makeFreeUser(), guest: await stage.makeGuest() };
  for (const [kind, caller] of Object.entries(callers)) {
    const limit = limits.translations[kind as 'free' | 'guest'];
    stage.provider.calls = 0;
    const answers = await Promise.all(times(requests, () => limited(() => stage.translate(caller))));
    const succeeded = answers.filter(isGood).length;
    const refused = answers.filter(({ code }) => code?.endsWith('limit_reached')).length;
    figures[`${kind}: answered`] = succeeded;
    figures[`${kind}: refused`] = refused;
    figures[`${kind}: provider calls`] = stage.provider.calls;
    figures[`${kind}: charged`] = await stage.charged(caller);
    expectEqual(findings, `${kind}: answered`, succeeded, limit);
    expectEqual(findings, `${kind}: refused`, refused, requests - limit);
    expectEqual(findings, `${kind}: provider calls`, stage.provider.calls, limit);
    expectEqual(findings, `${kind}: charged`, figures[`${kind}: charged`], limit);
  }
  return { name: 'Limit: all at once', figures, findings };
}

/**
 * The same while answers of the database are lost and the provider fails: nobody pays twice, or for nothing, and everybody
 * is told to try again.
 *
 * @param lostWrites how many answers to writes are lost
 */
export async function stormLosses(
  stage: Stage,
  { requests, atOnce, seed, lostWrites = 0.2 }: Size & { seed: number; lostWrites?: number },
): Promise<Storm> {
  const findings: string[] = [];
  const limited = pLimit(atOnce);
  const chance = chanceFrom(seed);
  const figures: Record<string, number> = { requests };
  const free = await stage.makeFreeUser();
  // An address may count too much, which a guest would meet.
  const callers = lostWrites > 0.2 ? { free } : { free, guest: await stage.makeGuest() };
  for (const [kind, caller] of Object.entries(callers)) {
    const limit = limits.translations[kind as 'free' | 'guest'];
    let lost = 0;
    stage.database.loses = (action) => {
      const loses = chance() < (action === 'UpdateItem' ? lostWrites : 0.2);
      if (loses) lost++;
      return loses;
    };
    stage.provider.fails = () => chance() < 0.1;
    const answers = await Promise.all(times(requests, () => limited(() => stage.translate(caller))));
    stage.calm();
    const succeeded = answers.filter(isGood).length;
    stage.clock.advance(61_000);
    const charged = await stage.charged(caller);
    figures[`${kind}: answers lost`] = lost;
    figures[`${kind}: answered`] = succeeded;
    figures[`${kind}: faults`] = answers.filter(({ status }) => status >= 500).length;
    figures[`${kind}: charged`] = charged;
    expectEqual(
      findings,
      `${kind}: answers of 500`,
      answers.filter(({ status }) => status === 500).length,
      0,
    );
    if (succeeded > limit) findings.push(`${kind}: ${succeeded} were answered, ${limit} are allowed`);
    expectEqual(findings, `${kind}: charged once leases have lapsed`, charged, succeeded);

    const rest = (await inTurns(limit + 1, () => stage.translate(caller))).filter(isGood).length;
    figures[`${kind}: answered in all`] = succeeded + rest;
    figures[`${kind}: counter`] = (await stage.usage(caller))?.used ?? 0;
    expectEqual(findings, `${kind}: answered in all`, succeeded + rest, limit);
    expectEqual(
      findings,
      `${kind}: counter after lapsed grants are taken back`,
      figures[`${kind}: counter`],
      limit,
    );
  }
  return { name: `Losses: lost answers, failing provider, seed ${seed}`, figures, findings };
}

/** One request's id many times: one charge and few runs; and many requests under one id: one wins. */
export async function stormKey(stage: Stage, { requests, atOnce }: Size): Promise<Storm> {
  const findings: string[] = [];
  const limited = pLimit(atOnce);
  const same = await stage.makeFreeUser();
  const id = randomUUID();
  stage.provider.calls = 0;
  const answers = await Promise.all(
    times(requests, () => limited(() => stage.translate(same, { id, text: 'the same' }))),
  );
  const runs = stage.provider.calls;
  const charged = await stage.charged(same);
  expectEqual(findings, 'charged for one request', charged, 1);
  if (runs > 5) findings.push(`one request ran ${runs} times`);
  expectEqual(findings, 'answers to one request', answers.filter(isGood).length, runs);
  const others = answers.filter((answer) => !isGood(answer) && answer.code !== 'rate_limited').length;
  expectEqual(findings, 'other refusals of one request', others, 0);

  const different = await stage.makeFreeUser();
  const texts = await Promise.all(
    times(requests, (index) =>
      limited(() => stage.translate(different, { id, text: `text number ${index}` })),
    ),
  );
  const won = texts.filter(isGood).length;
  const reused = texts.filter(({ code }) => code === 'idempotency_key_reused').length;
  expectEqual(findings, 'answers under one id', won, 1);
  expectEqual(findings, 'refusals under one id', reused, requests - 1);
  return {
    name: `Id: ${requests} times one request, ${requests} requests under one id`,
    figures: { runs, charged, 'answered under one id': won, 'refused (409)': reused },
    findings,
  };
}

/** Users who go on over midnight: what each day's counters say is what was answered. */
export async function stormMidnight(
  stage: Stage,
  { users, atOnce }: { users: number; atOnce: number },
): Promise<Storm> {
  const findings: string[] = [];
  const [before, after] = ['2026-12-31', '2027-01-01'];
  stage.clock.set(Date.parse(`${before}T23:59:58Z`));
  const callers = await Promise.all(times(users, () => stage.makeFreeUser()));
  const answered = new Map<Caller, number>();
  const calls = 2 * limits.translations.free;
  let started = 0;
  const limited = pLimit(atOnce);
  const ask = async (caller: Caller) => {
    started++;
    if (started === Math.floor((users * calls) / 2)) stage.clock.set(Date.parse(`${after}T00:00:01Z`));
    if (isGood(await stage.translate(caller))) answered.set(caller, (answered.get(caller) ?? 0) + 1);
  };
  // One round after the other: at midnight everybody has one request at most on its way.
  for (let round = 0; round < calls; round++) {
    await Promise.all(callers.map((caller) => limited(() => ask(caller))));
  }

  const days: Record<string, number> = { [before]: 0, [after]: 0 };
  for (const caller of callers) {
    const used = await Promise.all(
      [before, after].map(async (day) => (await stage.usage(caller, day))?.used ?? 0),
    );
    days[before] = (days[before] ?? 0) + (used[0] ?? 0);
    days[after] = (days[after] ?? 0) + (used[1] ?? 0);
    const sum = (used[0] ?? 0) + (used[1] ?? 0);
    expectEqual(findings, 'both days of a user', sum, answered.get(caller) ?? 0);
    if (sum < calls - 1) findings.push(`a user was answered ${sum} times of ${calls}`);
    if (Math.max(...used) > limits.translations.free) findings.push(`a user had ${used.join(' and ')}`);
  }
  const total = [...answered.values()].reduce((sum, each) => sum + each, 0);
  stage.clock.set(noon);
  return {
    name: `Midnight: ${users} users, ${calls} requests each`,
    figures: { answered: total, 'first day': days[before] ?? 0, 'second day': days[after] ?? 0 },
    findings,
  };
}

/** Guests without number from one address: as many translations as the address may have. */
export async function stormAddress(
  stage: Stage,
  { guests, atOnce }: { guests: number; atOnce: number },
): Promise<Storm> {
  const findings: string[] = [];
  const callers = await Promise.all(times(guests, () => stage.makeGuest('203.0.113.8')));
  const limited = pLimit(atOnce);
  const answers = await Promise.all(callers.map((caller) => limited(() => stage.translate(caller))));
  const through = answers.filter(isGood).length;
  const refused = answers.filter(({ code }) => code === 'rate_limited').length;
  expectEqual(findings, 'answered', through, stage.addressCeiling);
  expectEqual(findings, 'refused', refused, guests - stage.addressCeiling);
  const figures = { answered: through, 'refused (429)': refused };
  return { name: `Address: ${guests} guests`, figures, findings };
}

/** What one translation asks of the database, and what a request that is refused for its form asks. */
export async function countRoundTrips(stage: Stage): Promise<Storm> {
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
  expectEqual(findings, 'writes of requests that are refused for their form', writes, 0);
  expectEqual(findings, 'charged after them', await stage.charged(user), 2);
  if (all.length > 4) findings.push(`one translation asks the database ${all.length} times`);
  if (before > 3) findings.push(`${before} times before the provider`);
  return {
    name: 'Round trips of one translation',
    figures: {
      'before the provider': before,
      'in all': all.length,
      which: all.join(),
      'writes when refused': writes,
    },
    findings,
  };
}

/**
 * Everything that the handlers need, in this process. Only one per process: handlers keep what they find.
 *
 * @param options.addressCeiling translations of guests from one address; more than requests at once
 */
export async function startStage({ addressCeiling }: { addressCeiling: number }): Promise<Stage> {
  const provider = { calls: 0, fails: () => false };
  const [database, issuer, standIns] = await Promise.all([
    startDynamoDb(),
    startIssuer(),
    startStandIns({ translate: countingTranslate(provider) }),
  ]);
  const proxy = await startLossyProxy(database.url);
  Object.assign(process.env, standIns.environment, issuer.environment, {
    AWS_ENDPOINT_URL_DYNAMODB: proxy.url,
    SITE_ORIGIN: siteOrigin,
    ORIGIN_SECRET: originSecret,
    SIGNING_SECRET: 'signing-secret-of-the-storms',
    USERS_TABLE: 'users',
    USAGE_TABLE: 'usage',
    CEILINGS: JSON.stringify({ guestTranslationsPerAddress: addressCeiling } satisfies Partial<Ceilings>),
  });
  const { handler: translate } = await import('../../../functions/translation/translate.ts');
  const { handler: status } = await import('../../../functions/billing/status.ts');
  const { documents } = await import('../../../functions/tables/users.ts');
  const { dayOf, personOf } = await import('../../../functions/tables/usage.ts');
  const { countTranslations } = await import('../../../functions/tables/grant-item.ts');
  const restoreOutput = muteLog();
  const clock = stoppedClock();

  const usage: Stage['usage'] = async ({ pk }, day = dayOf(Date.now())) => {
    const Key = { pk, sk: pk.startsWith('GUEST#') ? 'ALL' : day };
    const { Item } = await documents.send(new GetCommand({ TableName: 'usage', Key, ConsistentRead: true }));
    return Item as UsageItem | undefined;
  };
  let networks = 0;
  return {
    addressCeiling,
    database: proxy,
    provider,
    clock,
    usage,
    charged: async (caller) => countTranslations(await usage(caller), Date.now()),
    calm: () => {
      proxy.loses = () => false;
      proxy.misses = () => false;
      proxy.repeats = () => undefined;
      provider.fails = () => false;
    },
    translate: async ({ cookie, address }, { id, text = 'the house is red' } = {}) => {
      const event = apiEvent({
        method: 'POST',
        path: '/api/translate',
        cookies: [cookie],
        headers: { 'x-viewer-address': address, 'idempotency-key': id },
        body: textOf(text),
      });
      const answer = await (translate as Handler)(event, lambdaContext(120_000));
      return { status: answer.statusCode ?? 0, code: JSON.parse(answer.body ?? '{}').code };
    },
    makeFreeUser: async () => {
      const userId = randomUUID();
      const profile: ProfileItem = {
        pk: `USER#${userId}`,
        sk: 'PROFILE',
        kind: 'user',
        createdAt: '2026-11-01T08:00:00.000Z',
        email: `${userId}@parley.example`,
        firstName: 'Ada',
        lastName: 'Lovelace',
      };
      await documents.send(new PutCommand({ TableName: 'users', Item: profile }));
      const cookie = `__Host-parley_access=${await issuer.mint({ sub: userId })}`;
      return { pk: personOf({ profile }), cookie, address: '203.0.113.7' };
    },
    makeGuest: async (address = `2001:db8:0:${++networks}::1`) => {
      const event = apiEvent({ method: 'GET', path: '/api/subscription-status' });
      const { cookies = [] } = await (status as Handler)(event, lambdaContext());
      const cookie = cookies[0]?.split(';')[0] ?? '';
      return { pk: `GUEST#${cookie.split(/[=.]/)[1]}`, cookie, address };
    },
    stop: async () => {
      clock.restore();
      restoreOutput();
      await Promise.all([proxy.stop(), issuer.stop(), standIns.stop()]);
      await database.stop();
    },
  };
}

/** Just enough of Amazon Translate to be asked; its faults are such as the SDK does not try again. */
function countingTranslate(provider: Stage['provider']): ProviderHandler {
  return async (request, response) => {
    const { Text } = (await json(request)) as { Text: string };
    provider.calls++;
    const fails = provider.fails();
    await wait(Math.random() * 20);
    response.writeHead(fails ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(
      JSON.stringify(fails ? { __type: 'InvalidRequestException' } : { TranslatedText: Text.toUpperCase() }),
    );
  };
}

/** Noon of a day, until it is set. */
function stoppedClock(): Stage['clock'] & { restore(): void } {
  const real = Date.now;
  let nowMs = noon;
  Date.now = () => nowMs;
  return {
    set: (timeMs) => {
      nowMs = timeMs;
    },
    advance: (ms) => {
      nowMs += ms;
    },
    restore: () => {
      Date.now = real;
    },
  };
}

const noon = Date.parse('2026-11-20T12:00:00Z');

/** Thousands of requests would bury the figures under their log lines. */
function muteLog(): () => void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: []) =>
    String(chunk).startsWith('{"time"') || write(chunk, ...rest)) as typeof process.stdout.write;
  return () => {
    process.stdout.write = write as typeof process.stdout.write;
  };
}

function textOf(text: string) {
  return { text, sourceLanguage: 'en-US', targetLanguage: 'es' };
}

function isGood({ status }: { status: number }): boolean {
  return status === 200;
}

function times<T>(many: number, make: (index: number) => T): T[] {
  return Array.from({ length: many }, (_, index) => make(index));
}

async function inTurns<T>(many: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < many) made.push(await make());
  return made;
}

function expectEqual(findings: string[], what: string, is: number | undefined, wanted: number): void {
  if (is !== wanted) findings.push(`${what}: ${is} instead of ${wanted}`);
}

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

interface Caller {
  readonly pk: string;
  readonly cookie: string;
  readonly address: string;
}

interface Answered {
  readonly status: number;
  readonly code: string | undefined;
}

export interface Stage {
  readonly addressCeiling: number;
  readonly database: LossyProxy;
  /** Translate: how often it was called, and whether this call fails. */
  readonly provider: { calls: number; fails: () => boolean };
  /** It stands still where it is set. */
  readonly clock: { set(timeMs: number): void; advance(ms: number): void };
  /** Ends losses and faults. */
  calm(): void;
  makeFreeUser(): Promise<Caller>;
  /** From an address of their own where none is given. */
  makeGuest(address?: string): Promise<Caller>;
  translate(caller: Caller, request?: { id?: string; text?: string }): Promise<Answered>;
  usage(caller: Caller, day?: string): Promise<UsageItem | undefined>;
  /** Translations that the caller has paid for, now. */
  charged(caller: Caller): Promise<number>;
  stop(): Promise<void>;
}
