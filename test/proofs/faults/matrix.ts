import pLimit from 'p-limit';
import type { FunctionId } from '../../../infra/bundle.ts';
import { endpointIds } from '../../../shared/api/index.ts';
import { jobNames } from '../../../shared/jobs.ts';
import { chanceFrom } from '../../support/chance.ts';
import type { ProviderName } from '../../support/parley/provider-proxy.ts';
import { canary } from '../canaries/canary.ts';
import { judgeAnswer, judgeCharges, judgeLog, judgePurchases } from './books.ts';
import { type FaultName, faultNames, faults } from './faults.ts';
import { type Act, jobScenes, type Scene, scenes } from './scenes.ts';
import {
  type Answer,
  type Cell,
  type Place,
  type Seen,
  startWorld,
  type Treat,
  type World,
} from './world.ts';

/** One fault of one call of one scene, and what came of it. */
export interface Trial {
  readonly function: FunctionId;
  readonly scene: string;
  readonly provider: ProviderName;
  /** The call, and which one of its action. */
  readonly action: string;
  readonly nth: number;
  readonly fault: FaultName;
  readonly scope: Scope;
  /** What was answered, and what the same call was answered without a fault; 0 where it has failed without an answer. */
  readonly statuses: readonly [number, number];
  readonly durationMs: number;
  /** How often it was begun anew, because this process had not come to its work for a second or more. */
  readonly disturbed: number;
  /** What must not be, in words; none where all holds. */
  readonly findings: readonly string[];
}

/** The one attempt alone, or all that the provider is asked from then on until the function has answered. */
const scopes = ['once', 'from then on'] as const;
type Scope = (typeof scopes)[number];

export interface Faults {
  readonly trials: readonly Trial[];
  /** What is wrong before there is any fault, or beside them all. */
  readonly findings: readonly string[];
}

/**
 * Finds out what each function asks of whom, and has every fault happen to each of these calls, one at a time, to
 * somebody new each time. Where one action is asked for many times, its first three calls stand for all.
 *
 * @param options.only those of one function (`billing.create`, `jobs.recount-totals`), or of one provider
 * @param options.sample one trial for each provider and fault, chosen by chance; of the faults that nobody hears of
 * before a time-out, one for each provider
 * @param options.meddle stands between the functions and the providers in every trial
 */
export async function tryFaults(options: {
  seed: number;
  only?: { function?: string | undefined; provider?: string | undefined };
  sample?: boolean;
  meddle?: Treat;
}): Promise<Faults> {
  const { seed, only = {}, sample = false, meddle } = options;
  const world = await startWorld();
  const [quick, slow] = [pLimit(2), pLimit(6)];
  const lag = watchLag();
  const findings: string[] = [];
  const stages = stagesOf(only.function);
  const known = await Promise.all(
    stages.map((stage) =>
      quick(async () => {
        const { calls, found } = await learn(world, stage);
        findings.push(...found.map((each) => `${stage.id} ${stage.scene.name}, without a fault: ${each}`));
        return calls.map((call) => ({ stage, call }));
      }),
    ),
  );
  const plans = known
    .flat()
    .filter(({ call }) => !only.provider || call.provider === only.provider)
    .flatMap((each) =>
      faultNames.flatMap((fault) => scopes.map((scope) => ({ ...each, fault, scope }) satisfies Plan)),
    );
  const chosen = sample ? sampleOf(plans, seed) : plans;
  const trials = await Promise.all(
    chosen.map((plan) => (isSlow(plan) ? slow : quick)(() => attemptInPeace(world, plan, lag, meddle))),
  );
  const stray = world.strayOutput();
  if (stray !== '') findings.push('Something was written outside of any call');
  lag.stop();
  await world.stop();
  return { trials, findings };
}

interface Stage {
  readonly id: FunctionId;
  readonly scene: Scene;
}

interface Plan {
  readonly stage: Stage;
  readonly call: Seen;
  readonly fault: FaultName;
  readonly scope: Scope;
}

function stagesOf(only: string | undefined): Stage[] {
  const all: Stage[] = [
    ...endpointIds.flatMap((id) => scenes[id].map((scene) => ({ id, scene }))),
    ...jobNames.flatMap((name) => jobScenes[name].map((scene) => ({ id: `jobs.${name}` as const, scene }))),
  ];
  return all.filter(({ id }) => !only || id === only);
}

/** A cold start, whose calls are what can meet a fault. */
async function learn(world: World, { id, scene }: Stage): Promise<{ calls: Seen[]; found: string[] }> {
  const { act, cell, end } = await prepare(world, scene);
  const answer = await world.ask(cell, id, act.request, { isCold: true });
  const calls = cell.calls.filter(({ nth }) => nth <= 3);
  const found = await judgeGood(cell, act, answer);
  await end();
  return { calls, found };
}

/**
 * Where everything is in one process and the machine is too busy for it, nobody is answered in time, with or without
 * a fault: such a trial proves nothing.
 */
async function attemptInPeace(world: World, plan: Plan, lag: Lag, meddle?: Treat): Promise<Trial> {
  for (let disturbed = 0; ; disturbed++) {
    const startedAt = performance.now();
    const trial = await attempt(world, plan, meddle).catch((error: Error) => ({
      ...describe(plan),
      statuses: [0, 0] as const,
      durationMs: 0,
      findings: [`Could not be tried: ${error.message}`],
    }));
    // Who could not even be made met no fault yet.
    const isQuiet = lag.worstSince(startedAt) < 1_000 && trial.durationMs > 0;
    if (trial.findings.length === 0 || isQuiet || disturbed === 5) return { ...trial, disturbed };
  }
}

interface Lag {
  /** The longest time, in milliseconds, for which nothing was done since then. */
  worstSince(time: number): number;
  stop(): void;
}

function watchLag(): Lag {
  const seen: { at: number; ms: number }[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last > 500) seen.push({ at: now, ms: now - last });
    last = now;
  }, 50);
  return {
    worstSince: (time) => Math.max(0, ...seen.filter(({ at }) => at >= time).map(({ ms }) => ms)),
    stop: () => clearInterval(timer),
  };
}

function describe({ stage, call, fault, scope }: Plan) {
  const { provider, action, nth } = call;
  return { function: stage.id, scene: stage.scene.name, provider, action, nth, fault, scope };
}

async function attempt(world: World, plan: Plan, meddle?: Treat): Promise<Omit<Trial, 'disturbed'>> {
  const { stage, call, fault, scope } = plan;
  const { id, scene } = stage;
  const { act, cell, end } = await prepare(world, scene);
  const over = Promise.withResolvers<void>();
  let isMet = false;
  cell.treat = async (asked, seen, carryOut) => {
    const isIt = seen.provider === call.provider && seen.action === call.action && seen.nth === call.nth;
    isMet ||= isIt;
    const isHit = scope === 'once' ? isIt && !seen.isRetry : isMet && seen.provider === call.provider;
    const go = () => (meddle ? meddle(asked, seen, carryOut) : carryOut()) as ReturnType<typeof carryOut>;
    if (!isHit) return go();
    // Whoever has answered waits for nothing, also where a request of theirs goes on.
    const isOver = Promise.race([asked.isOver, over.promise]);
    return faults[fault].treat({ ...asked, isOver }, go, canary(9));
  };
  // What is kept from request to request can only fail where nothing is kept.
  const isCold = call.provider === 'cognito' || call.provider === 'secrets';
  const answer = await world.ask(cell, id, act.request, { isCold });
  over.resolve();
  cell.treat = meddle;
  while (cell.late.size > 0) await Promise.allSettled(cell.late);
  await act.tell?.();

  const findings = [
    ...(isMet ? [] : ['The call was not made']),
    ...(answer.status === 0 && !id.startsWith('jobs.') ? ['No answer of ours'] : []),
    ...judgeAnswer(answer),
    ...judgeLog(cell, act),
    ...(await judgeCharges(cell, act, isGood(answer), call.provider)),
    ...(await judgePurchases(cell, act)),
  ];
  const after = world.newCell(cell.place);
  const request = (await act.again?.(answer)) ?? act.request;
  const again = await world.ask(after, id, request);
  findings.push(
    ...(await judgeGood(after, act, again)).map((each) => `Afterwards, without a fault: ${each}`),
  );
  await end();
  return {
    ...describe(plan),
    statuses: [answer.status, again.status],
    durationMs: Math.ceil(answer.durationMs),
    findings,
  };
}

function isGood({ status }: Answer): boolean {
  return status > 0 && status < 400;
}

/** Also where it is the second call, the first having done its work. */
async function judgeGood(cell: Cell, act: Act, answer: Answer): Promise<string[]> {
  while (cell.late.size > 0) await Promise.allSettled(cell.late);
  const { status } = answer;
  const isRight = status === (act.status ?? 200) || status === act.orAgain;
  return [
    ...(isRight ? [] : [`${status}: ${codeOf(answer)}`]),
    ...judgeAnswer(answer),
    ...judgeLog(cell, act),
    ...(await judgeCharges(cell, act, true)),
    ...(await judgePurchases(cell, act)),
    ...((await act.judge?.()) ?? []),
  ];
}

function codeOf({ text }: Answer): string {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? 'no code';
}

async function prepare(
  world: World,
  scene: Scene,
): Promise<{ act: Act; cell: Cell; end: () => Promise<void> }> {
  const place: Place = scene.isAlone ? await world.newPlace() : world.place;
  const act = await scene.prepare(world, world.newCell(place));
  return { act, cell: world.newCell(place), end: async () => (scene.isAlone ? place.stop() : undefined) };
}

function sampleOf(plans: readonly Plan[], seed: number): Plan[] {
  const chance = chanceFrom(seed);
  const shuffled = plans
    .map((plan) => ({ plan, at: chance() }))
    .sort((one, other) => one.at - other.at)
    .map(({ plan }) => plan);
  const wanted = shuffled.filter((plan) => !isSlow(plan) || plan.scope === 'once');
  return firstOfEach(
    wanted,
    ({ call, fault, ...plan }) => `${call.provider} ${isSlow({ ...plan, call, fault }) ? 'slow' : fault}`,
  );
}

function isSlow({ fault }: Plan): boolean {
  return 'isSlow' in faults[fault];
}

function firstOfEach(plans: readonly Plan[], kindOf: (plan: Plan) => string): Plan[] {
  return [...Map.groupBy(plans, kindOf).values()].flatMap(([first]) => first ?? []);
}
