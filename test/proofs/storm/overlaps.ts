import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Grant } from '../../../functions/tables/grant-item.ts';
import type { UsageItem } from '../../../functions/tables/usage.ts';
import type { Allowance, Granted, GrantRequest } from '../../../functions/translation/allowance/grants.ts';
import { limits } from '../../../shared/limits.ts';
import { chanceFrom } from '../../support/chance.ts';
import type { Stage, Storm } from './storm.ts';

/**
 * Runs of few requests that overlap in every way: at once and one after another, while requests and answers of
 * the database get lost or are done a second time, the provider fails, time runs out, runs die, and time passes
 * by a lease or a window. Each round is one user with 3 translations left, on a clock of their own. An answer
 * is given when `settle()` has resolved, and then never more ids have one than translations were left, and
 * exactly those are charged.
 *
 * Three things may charge for an answer that nobody got; they are counted:
 * - A run whose `settle()` threw could not take back what it may have written: all attempts were lost. Its grant
 *   lapses only where it was not marked as answered.
 * - Two writes of one run were done once more, both after it had given everything back: that which began it, and
 *   then that which marks it. Nothing is left in the item by which the second begin could be told from the first.
 * - A new window began just when several runs were marked as answered and all were about to take it back. There
 *   their answers stand together, and none is a run's own any more.
 *
 * @param options.seed of the first round; the next ones count on. What depends on the order of things that
 * happen at once differs from storm to storm.
 */
export async function stormOverlaps(
  stage: Stage,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<Storm> {
  const product = await loadProduct();
  const played: Round[] = [];
  const restore = watch();
  try {
    for (let first = 0; first < rounds; first += atOnce) {
      const batch = Array.from({ length: Math.min(atOnce, rounds - first) }, (_, index) =>
        planRound(seed + first + index),
      );
      await Promise.all(batch.map((round) => addUser(product, round)));
      disturb(stage, batch);
      await Promise.all(batch.map((round) => inside.run({ round }, () => play(product, round))));
      await stage.database.idle();
      stage.calm();
      await Promise.all(batch.map((round) => inside.run({ round }, () => judge(product, round))));
      played.push(...batch);
    }
  } finally {
    restore();
    stage.calm();
  }
  const runs = played.flatMap((round) => round.runs).filter(({ granted }) => granted);
  const allowed = played.flatMap((round) => round.allowed);
  return {
    name: `Overlaps: ${rounds} users with ${left} translations left, seed ${seed}`,
    figures: {
      'runs granted': runs.length,
      'of them joined': runs.filter(({ granted }) => granted?.joined).length,
      'of them answered': runs.filter(({ given }) => given).length,
      'of them failed to settle': runs.filter(({ threw }) => threw).length,
      'could not take back': runs.filter(({ isTakeBackLost }) => isTakeBackLost).length,
      charged: sum(played.map(({ charged }) => charged)),
      'requests or answers lost': sum(played.map(({ lost }) => lost)),
      'done once more, with effect': sum(played.map(({ repeated }) => repeated.length)),
      ...Object.fromEntries(
        reasons.map((reason) => [
          `charged unanswered: ${reason}`,
          allowed.filter((each) => each === reason).length,
        ]),
      ),
    },
    findings: played.flatMap(({ seed, findings }) => findings.map((finding) => `seed ${seed}: ${finding}`)),
  };
}

/** Used already by each user. */
const used = 7;
const left = limits.translations.free - used;
const charactersEach = 10;
const charactersBefore = used * charactersEach;
const reasons = ['take-back lost', 'begun and marked once more', 'answers stood together'] as const;
const noon = Date.parse('2026-11-20T12:00:00Z');
/** So many rounds are on their way together. */
const atOnce = 20;

/** Where the process is: everything that runs for a round runs inside it, and for a run, inside that too. */
const inside = new AsyncLocalStorage<{ round: Round; run?: Run }>();

/**
 * What happens, and how often of ten times: in two rounds of three a bit of everything, in the third one request
 * whose runs are stopped while they settle and go on in another window.
 */
const mixtures: readonly Mixture[] = [
  {
    mostIds: 6,
    // Within a lease, beyond one, beyond a window. Eight of the first two are shorter than a window.
    jumps: { 20000: 3, 61000: 5, 601000: 2 },
    ends: { settles: 7, releases: 1.5, dies: 1.5 },
    timeUp: { never: 6.5, any: 1, before: 0.5, during: 1.5, after: 0.5 },
  },
  {
    mostIds: 1,
    jumps: { 61000: 1, 601000: 9 },
    ends: { settles: 6, releases: 1, dies: 3 },
    timeUp: { never: 3, during: 7 },
  },
];

/** Everything that is decided beforehand, by one seed. */
function planRound(seed: number): Round {
  const chance = chanceFrom(seed);
  const upTo = (most: number) => Math.floor(chance() * (most + 1));
  const mixture = mixtures[chance() < 2 / 3 ? 0 : 1] as Mixture;
  const ids = 1 + upTo(mixture.mostIds - 1);
  const waves = Array.from({ length: 1 + upTo(3) }, () => ({
    runs: Array.from({ length: 2 + upTo(10) }, () => planRun(`request ${upTo(ids - 1)}`, mixture, chance)),
    jumps: Array.from({ length: upTo(2) }, () => ({
      afterMs: chance() * 150,
      ms: Number(pick(mixture.jumps, chance())),
    })),
  }));
  return {
    seed,
    chance,
    waves,
    rates: { loses: chance() ** 2 * 0.6, misses: chance() ** 2 * 0.6, repeats: chance() * 0.6 },
    runs: waves.flatMap(({ runs }) => runs),
    userId: randomUUID(),
    now: noon,
    window: 0,
    lost: 0,
    repeated: [],
    findings: [],
    allowed: [],
    charged: 0,
  };
}

function planRun(id: string, { ends, timeUp }: Mixture, chance: () => number): Run {
  return {
    id,
    startsAfterMs: chance() < 0.5 ? 0 : chance() ** 2 * 300,
    worksMs: chance() < 0.5 ? 0 : chance() * 60,
    end: pick(ends, chance()) as Run['end'],
    timeUp: pick(timeUp, chance()) as Run['timeUp'],
    timeUpAfterMs: chance() ** 2 * 100,
    given: false,
    threw: false,
    isTakeBackLost: false,
  };
}

function pick(shares: Shares, chance: number): string | undefined {
  let rest = chance * 10;
  return Object.keys(shares).find((each) => {
    rest -= shares[each] ?? 0;
    return rest < 0;
  });
}

async function addUser(product: Product, round: Round): Promise<void> {
  const item = { ...countersOf(product, round), used, characters: charactersBefore };
  await product.documents.send(new PutCommand({ TableName: 'usage', Item: item }));
}

function disturb(stage: Stage, batch: readonly Round[]): void {
  const { database } = stage;
  const roundOf = (body: string) => batch.find(({ userId }) => body.includes(userId));
  database.loses = (_action, _attempt, body) => {
    const round = roundOf(body);
    const loses = round !== undefined && round.chance() < round.rates.loses;
    if (loses) round.lost++;
    return loses;
  };
  database.misses = (body) => {
    const round = roundOf(body);
    const misses = round !== undefined && round.chance() < round.rates.misses;
    if (misses) round.lost++;
    return misses;
  };
  database.repeats = (body) => {
    const round = roundOf(body);
    if (!round || !body.includes('UpdateExpression') || round.chance() >= round.rates.repeats)
      return undefined;
    return round.chance() ** 2 * 400;
  };
  database.repeated = (body, status) => {
    if (status === 200) roundOf(body)?.repeated.push(body);
  };
}

async function play(product: Product, round: Round): Promise<void> {
  for (const { runs, jumps } of round.waves) {
    await Promise.all([
      ...runs.map((run) => inside.run({ round, run }, () => playRun(product, round, run))),
      ...jumps.map(async ({ afterMs, ms }) => {
        await wait(afterMs);
        round.now += ms;
        if (ms > product.windowMs) round.window++;
      }),
    ]);
  }
}

async function playRun(product: Product, round: Round, run: Run): Promise<void> {
  const time = new AbortController();
  const runOut = (when: Run['timeUp']) => {
    if (run.timeUp === when) setTimeout(() => time.abort(), run.timeUpAfterMs);
  };
  await wait(run.startsAfterMs);
  runOut('any');
  try {
    run.askedAt = performance.now();
    const { window } = round;
    run.granted = await product.grant(
      allowanceOf(product, round),
      { id: run.id, mac: run.id, characters: charactersEach },
      time.signal,
    );
    if (window === round.window) run.window = window;
    await wait(run.worksMs);
    if (run.end === 'dies') return;
    if (run.end === 'releases') return void (await run.granted.release());
    if (run.timeUp === 'before') time.abort();
    runOut('during');
    run.threw = true;
    await run.granted.settle();
    run.threw = false;
    run.given = true;
    if (time.signal.aborted) round.findings.push(`${run.id} settled although time was up`);
    run.givenAt = performance.now();
    runOut('after');
  } catch (error) {
    requireExpected(round, error);
  }
}

function requireExpected({ findings }: Round, error: unknown): void {
  const isWrong = error instanceof TypeError || (error instanceof Error && '$fault' in error);
  if (isWrong || (error as Error).message === 'other request') findings.push(`it threw ${error}`);
}

/** Once every lease has ended and nothing is lost any more. */
async function judge(product: Product, round: Round): Promise<void> {
  const { findings } = round;
  round.now += product.leaseMs + 1;
  const item = await readItem(product, round);
  requireConsistent(round, item, 'after the runs');

  const given = new Set(round.runs.filter((run) => run.given).map(({ id }) => id));
  if (given.size > left)
    findings.push(`${given.size} requests were answered, ${left} translations were left`);
  const lapsed = new Set(product.listLapsedGrants(item, round.now).map(([, { mac }]) => mac));
  const charged = grantsOf(item).filter(({ mac }) => !lapsed.has(mac));
  round.charged = charged.length;
  if (product.countTranslations(item, round.now) !== used + charged.length)
    findings.push('used is not what is charged');
  for (const id of given) {
    if (!charged.some(({ mac }) => mac === id)) findings.push(`${id} was answered and not charged`);
  }
  for (const grant of charged) {
    if (given.has(grant.mac)) continue;
    const why = whyAllowed(round, grant);
    if (why) round.allowed.push(why);
    else findings.push(`${grant.mac} was charged and not answered`);
  }
  requireFewRuns(product, round);
  await requireRest(product, round, left - charged.length);
}

function whyAllowed({ runs, repeated }: Round, { mac, runs: charged }: Grant): Allowed | undefined {
  if (runs.some(({ id, threw, isTakeBackLost }) => id === mac && threw && isTakeBackLost))
    return 'take-back lost';
  if (charged.earlier) return 'answers stood together';
  const writes = repeated.map((body) => JSON.parse(body) as Write);
  const begun = writes.flatMap(({ ExpressionAttributeValues: { ':grant': grant } }) =>
    Object.keys(grant?.M.runs.M ?? {}),
  );
  const marked = writes.map(({ ExpressionAttributeNames: { '#run': run } }) => run);
  const isTwice = Object.keys(charged).some((run) => begun.includes(run) && marked.includes(run));
  return isTwice ? 'begun and marked once more' : undefined;
}

/** The counters are the sums of the grants, and those of their runs until the first window is over. */
function requireConsistent({ findings, window }: Round, item: UsageItem, when: string): void {
  const grants = grantsOf(item);
  const characters = charactersBefore + sum(grants.map((grant) => grant.characters));
  if (item.used !== used + grants.length)
    findings.push(`${when} ${item.used} are used, of them ${grants.length} granted here`);
  if (item.characters !== characters)
    findings.push(`${when} ${item.characters} characters are counted, grants have ${characters}`);
  for (const { mac, runs, characters } of window === 0 ? grants : []) {
    const counting = Object.values(runs).filter((run) => run !== 'failed').length;
    if (characters !== counting * charactersEach)
      findings.push(`${when} ${mac} has ${characters} characters and ${counting} runs`);
  }
}

/**
 * From its first answer on, a grant stays. So all runs that answered, and all that were asked for later, are runs
 * of one grant; those that began between two jumps beyond a window share a window, too.
 */
function requireFewRuns({ runsPerWindow }: Product, { runs, findings }: Round): void {
  for (const sameId of Map.groupBy(runs, ({ id }) => id).values()) {
    const since = Math.min(...sameId.map(({ givenAt = Infinity }) => givenAt));
    const counted = sameId.filter(
      (run) => run.window !== undefined && (run.given || (run.askedAt ?? 0) > since),
    );
    for (const { length } of Map.groupBy(counted, ({ window }) => window).values()) {
      if (length > runsPerWindow) findings.push(`${sameId[0]?.id} had ${length} runs in one window`);
    }
  }
}

/** What has lapsed can be had again, and nothing more. */
async function requireRest(product: Product, round: Round, rest: number): Promise<void> {
  const { findings } = round;
  let granted = 0;
  try {
    for (; granted <= rest; granted++) {
      const request: GrantRequest = {
        id: `rest ${granted}`,
        mac: `rest ${granted}`,
        characters: charactersEach,
      };
      await product.grant(allowanceOf(product, round), request, new AbortController().signal);
    }
  } catch (error) {
    if ((error as Error).message !== 'limit') findings.push(`in the end it threw ${error}`);
  }
  if (granted !== rest) findings.push(`in the end ${granted} were granted instead of ${rest}`);
  const item = await readItem(product, round);
  requireConsistent(round, item, 'in the end');
  if (item.used !== limits.translations.free) findings.push(`in the end ${item.used} are used`);
}

function grantsOf(item: UsageItem): Grant[] {
  return Object.entries(item).flatMap(([name, value]) => (name.startsWith('g_') ? [value as Grant] : []));
}

async function readItem(product: Product, round: Round): Promise<UsageItem> {
  const { pk, sk } = countersOf(product, round);
  const { Item } = await product.documents.send(
    new GetCommand({ TableName: 'usage', Key: { pk, sk }, ConsistentRead: true }),
  );
  return Item as UsageItem;
}

function allowanceOf(product: Product, round: Round): Allowance {
  return {
    counters: countersOf(product, round),
    limit: limits.translations.free,
    characters: 100_000,
    refusals: {
      limit: () => new product.RateLimited('limit', 'free', ''),
      characters: () => new product.RateLimited('characters', 'free', ''),
      failed: () => new product.RateLimited('failed', 'free', ''),
      runs: () => new product.RateLimited('runs', 'free', ''),
      otherRequest: () => new product.RateLimited('other request', 'free', ''),
    },
  };
}

function countersOf({ dayOf }: Product, { userId }: Round) {
  return {
    pk: `USER#${userId}` as const,
    sk: dayOf(noon),
    dayShard: `${dayOf(noon)}#07`,
    expiresAt: 1_900_000_000,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/** Lets each round have its own time, and notices what a run could not give back. */
function watch(): () => void {
  const { now } = Date;
  Date.now = () => inside.getStore()?.round.now ?? now();
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: []) => {
    const run = inside.getStore()?.run;
    if (run && String(chunk).includes('"give-back-failed"')) run.isTakeBackLost = true;
    return write(chunk, ...rest);
  }) as typeof process.stdout.write;
  return () => {
    Date.now = now;
    process.stdout.write = write;
  };
}

/** Late, so that it finds the environment of the stage. */
async function loadProduct() {
  const [grants, grantItem, usageTable, usersTable, errors] = await Promise.all([
    import('../../../functions/translation/allowance/grants.ts'),
    import('../../../functions/tables/grant-item.ts'),
    import('../../../functions/tables/usage.ts'),
    import('../../../functions/tables/users.ts'),
    import('../../../functions/errors.ts'),
  ]);
  return { ...grants, ...grantItem, ...usageTable, ...usersTable, ...errors };
}

type Product = Awaited<ReturnType<typeof loadProduct>>;

interface Mixture {
  readonly mostIds: number;
  /** By milliseconds. */
  readonly jumps: Shares;
  readonly ends: Shares;
  readonly timeUp: Shares;
}

/** Ten in all. */
type Shares = Readonly<Record<string, number>>;

interface Round {
  readonly seed: number;
  readonly chance: () => number;
  readonly waves: readonly { runs: Run[]; jumps: { afterMs: number; ms: number }[] }[];
  /** How likely an answer is lost, a request is lost, and a write is done once more. */
  readonly rates: Readonly<Record<'loses' | 'misses' | 'repeats', number>>;
  readonly runs: readonly Run[];
  readonly userId: string;
  /** Milliseconds since 1970. */
  now: number;
  /** How often time has passed by more than a window. */
  window: number;
  lost: number;
  /** Writes that were done once more and changed something. */
  readonly repeated: string[];
  readonly findings: string[];
  readonly allowed: Allowed[];
  charged: number;
}

/** Those parts of an update that tell whose it is. */
interface Write {
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues: { readonly ':grant'?: { M: { runs: { M: Record<string, unknown> } } } };
}

type Allowed = (typeof reasons)[number];

/** One run as it is planned, and as it went. */
interface Run {
  readonly id: string;
  readonly startsAfterMs: number;
  readonly worksMs: number;
  readonly end: 'settles' | 'releases' | 'dies';
  /** When time runs out: at any moment, or before, during or after settling. */
  readonly timeUp: 'never' | 'any' | 'before' | 'during' | 'after';
  readonly timeUpAfterMs: number;
  granted?: Granted;
  /** The window in which it was asked for and granted, where it was one. */
  window?: number;
  askedAt?: number;
  given: boolean;
  givenAt?: number;
  /** It did not settle. */
  threw: boolean;
  isTakeBackLost: boolean;
}
