import { ulid } from 'ulid';
import { type Bound, listBounds } from '../../../functions/meters/bounds.ts';
import type { Guest, User } from '../../../functions/request/caller.ts';
import { buildGroupCounterKeys, type CounterKey } from '../../../functions/tables/usage.ts';
import { profileOf } from '../../support/people/profiles.ts';
import type { Part } from '../proof.ts';
import { findNextLimits } from './quotas.ts';

/**
 * `--callers` is the sample whose keys are counted. Of its requests, `--guests` and `--free` are shares; the rest is
 * Premium's. `--seconds` is how long a translation takes in a function.
 */
export const flags = { callers: 20_000, guests: 0.4, free: 0.4, seconds: 0.3 };

/**
 * Asks the product's own code which counters each translation writes, and compares the busiest with what a key takes.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html: a partition takes
 * 1,000 write units a second. Adaptive capacity isolates a busy key in one partition, and splits keys with many
 * items, but never one item. All these writes are of one unit.
 */
export async function* prove({ callers, guests, free, seconds }: typeof flags): AsyncGenerator<Part> {
  process.env.SIGNING_SECRET = 'a secret of the simulation, which only has to be the same in each run';
  const before = new Map<string, number>();
  const after = new Map<string, number>();
  let writes = 0;
  for (let index = 0; index < callers; index += 1) {
    const caller = createCaller(index, kindOf(index / callers, guests, free));
    const bounds = listBounds(caller, now);
    for (const { counters } of bounds) add(after, counters);
    for (const counters of bounds.map((bound) => withoutShards(bound, bounds[0].counters)))
      add(before, counters);
    // A translation of a guest or a free account is granted, and then settled.
    writes += bounds.length + (caller.kind === 'premium' ? 0 : 1);
  }
  const [busiestBefore, busiestAfter] = [before, after].map((keys) => Math.max(...keys.values()) / callers);
  const ceilings = [busiestBefore, busiestAfter].map((share = 1) => Math.floor(writesPerKey / share));
  yield {
    name: 'requests a second that the counters take',
    figures: Object.fromEntries(rates.map((rate) => [rate, { ...compare(before, after, rate, callers) }])),
    findings: rates
      .filter((rate) => rate <= 20_000 && serve(after, rate, callers) < 1)
      .map((rate) => `At ${rate} requests a second, a counter refuses writes.`),
  };
  yield {
    name: 'the ceiling of the counters, in requests a second',
    figures: {
      'one counter of each group': ceilings[0],
      'sixteen of them': ceilings[1],
      'counters needed for 100,000': Math.ceil((100_000 * Math.max(guests, free)) / writesPerKey),
    },
    findings:
      (ceilings[1] ?? 0) < 10 * (ceilings[0] ?? 0) ? ['Sixteen counters take less than ten times one.'] : [],
  };
  yield {
    name: 'what breaks next, in requests a second',
    figures: findNextLimits({ writesPerRequest: writes / callers, seconds, counters: ceilings[1] ?? 0 }),
    findings: [],
  };
}

const rates = [500, 1_000, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000];
const writesPerKey = 1_000;
const now = Date.parse('2026-11-20T12:00:00Z');

function kindOf(share: number, guests: number, free: number): 'guest' | 'free' | 'premium' {
  if (share < guests) return 'guest';
  return share < guests + free ? 'free' : 'premium';
}

/** Each has an account and an address of their own. */
function createCaller(index: number, kind: 'guest' | 'free' | 'premium'): Guest | User {
  const address = `${10 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.7`;
  const request = { requestId: '', address, signal: AbortSignal.abort(), cookies: {} as Guest['cookies'] };
  // Spread like random ids, but the same in each run.
  if (kind === 'guest')
    return { ...request, kind, guestId: `${ulid(now).slice(0, 10)}${`${index}`.padStart(16, '0')}` };
  const userId = `user-${index}`;
  const profile = profileOf(userId, { email: `${userId}@parley.example` });
  return { ...request, kind, userId, sessionId: '', groups: [], profile };
}

function withoutShards({ counters, of }: Bound, own: CounterKey): CounterKey {
  if (of !== 'all') return counters;
  return buildGroupCounterKeys(counters.pk.startsWith('GUESTS') ? 'GUESTS' : 'FREE', own, 1, now)[0];
}

function add(keys: Map<string, number>, { pk, sk }: CounterKey): void {
  const key = `${pk} ${sk}`;
  keys.set(key, (keys.get(key) ?? 0) + 1);
}

function compare(before: Map<string, number>, after: Map<string, number>, rate: number, callers: number) {
  const percent = (share: number) => `${Math.round(share * 1_000) / 10} %`;
  return {
    'one counter serves': percent(serve(before, rate, callers)),
    'sixteen serve': percent(serve(after, rate, callers)),
    'writes to the busiest of them': Math.round((Math.max(...after.values()) / callers) * rate),
  };
}

/** The part of the writes that no key refuses: a request of a guest is refused with its group's write. */
function serve(keys: Map<string, number>, rate: number, callers: number): number {
  let refused = 0;
  for (const writes of keys.values()) refused += Math.max(0, (writes / callers) * rate - writesPerKey);
  return 1 - refused / rate;
}
