import fc from 'fast-check';
import { type EndpointId, endpointIds, endpoints } from '../../../shared/api/index.ts';
import { chanceFrom, shuffled } from '../../support/chance.ts';
import { contractOf } from '../../support/handlers/contracts.ts';
import type { RunningParley } from '../../support/parley/system.ts';
import { visitPremium } from '../../support/people/premium.ts';
import { signUp, type Visitor, visit } from '../../support/people/session.ts';
import { findCanary } from '../canary.ts';
import { type Attack, attacksOn, type Who } from './attacks.ts';
import { judge } from './judge.ts';
import { mark } from './values.ts';

export interface Fuzzed {
  /** By the status' first digit; `none` without an answer in time. */
  readonly answers: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly findings: readonly string[];
}

/**
 * Sends requests to all rows in mixed rounds, so that memory can be compared between rounds.
 *
 * @param options.requests to each row
 */
export async function fuzz(
  parley: RunningParley,
  options: {
    endpoints?: readonly EndpointId[];
    requests: number;
    rounds: number;
    seed: number;
    concurrency: number;
    betweenRounds?: (round: number) => Promise<void>;
  },
): Promise<Record<string, Fuzzed>> {
  const { requests, rounds, seed, concurrency, betweenRounds } = options;
  const ids = options.endpoints ?? endpointIds;
  const targets = await Promise.all(ids.map(async (id) => ({ id, attacks: await attacksOn(id) })));
  const results = new Map(ids.map((id) => [id, { answers: {}, slowestMs: 0, findings: [] }]));
  const lasting = { guest: await newGuest(parley.url), free: visit(parley.url) };
  await signUp(lasting.free, { email: `${mark}@${mark}.example`, firstName: mark, lastName: mark });
  for (let round = 0; round < rounds; round += 1) {
    // A new one, since ceilings limit a day and a long history is slow.
    const premium = await visitPremium(parley.url, parley.dynamodb);
    const known = { ...lasting, premium };
    const visitorOf = (who: Who) =>
      who === 'nobody' || who === 'leaver' ? newcomer(who, parley.url) : known[who];
    const share = Math.floor((requests * (round + 1)) / rounds) - Math.floor((requests * round) / rounds);
    const chosen = targets.flatMap(({ attacks }, index) =>
      fc.sample(attacks, { numRuns: share, seed: seed + round * targets.length + index }),
    );
    const queue = shuffled(chosen, chanceFrom(seed + round)).values();
    const worker = async () => {
      for (const attack of queue)
        note(results.get(attack.endpoint), await execute(parley, await visitorOf(attack.who), attack));
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    await betweenRounds?.(round);
  }
  return Object.fromEntries(results);
}

/** Makes Powertools log everything it can. */
export const debugging = {
  POWERTOOLS_DEV: 'true',
  POWERTOOLS_LOG_LEVEL: 'DEBUG',
  POWERTOOLS_LOGGER_LOG_EVENT: 'true',
  POWERTOOLS_LOGGER_SAMPLE_RATE: '1',
};

/** Finds words of requests and people in logs and metrics. The terminal's line of a request shows its path. */
export function leaksIn({ lines }: RunningParley): string[] {
  return lines.flatMap((line) => {
    if (/^[A-Z]+ \S+ \d{3} \d+ ms$/.test(line)) return [];
    const form = findCanary(line);
    return form ? [`a log line with what was sent, in ${form}: ${line.slice(0, 400)}`] : [];
  });
}

export function wasEntered({ answers }: Fuzzed): boolean {
  return '2xx' in answers || '3xx' in answers;
}

/** The slowest row's limit at API Gateway, and a second. */
const timeoutMs = 31_000;

async function execute(parley: RunningParley, visitor: Visitor, attack: Attack): Promise<Outcome> {
  const { endpoint, method, path, headers, body } = attack;
  const startedAt = performance.now();
  try {
    const response = await visitor.fetch(path, {
      ...{ method, headers, body: body ?? null },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { output } = await contractOf(endpoint);
    const sites = [parley.url, parley.login];
    const found = await judge(endpoints[endpoint], output, { method, response, sites });
    const answer = `${Math.floor(response.status / 100)}xx`;
    return { answer, ms: performance.now() - startedAt, found, attack };
  } catch (error) {
    const { name, message, cause } = error as Error;
    const found = `${name}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`;
    return { answer: 'none', ms: performance.now() - startedAt, found, attack };
  }
}

function note(result: Result | undefined, { answer, ms, found, attack }: Outcome): void {
  if (!result) return;
  result.answers[answer] = (result.answers[answer] ?? 0) + 1;
  result.slowestMs = Math.max(result.slowestMs, Math.round(ms));
  if (found !== undefined) result.findings.push(`${found}, asked by ${attack.who}: ${shown(attack)}`);
}

function shown({ method, path, headers, body }: Attack): string {
  const text = body ? new TextDecoder().decode(body.slice(0, 600)) : '';
  return `${method} ${path.slice(0, 600)} ${JSON.stringify(headers)} ${JSON.stringify(text)}`;
}

async function newcomer(who: 'nobody' | 'leaver', url: string): Promise<Visitor> {
  const visitor = visit(url);
  if (who === 'leaver') await signUp(visitor);
  return visitor;
}

async function newGuest(url: string): Promise<Visitor> {
  const guest = visit(url);
  await (await guest.fetch('/api/subscription-status')).arrayBuffer();
  return guest;
}

interface Result {
  readonly answers: Record<string, number>;
  slowestMs: number;
  readonly findings: string[];
}

interface Outcome {
  readonly answer: string;
  readonly ms: number;
  readonly found: string | undefined;
  readonly attack: Attack;
}
