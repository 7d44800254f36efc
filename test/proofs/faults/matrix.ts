import pLimit from 'p-limit';
import type { FunctionId } from '../../../infra/aws/build/bundle.ts';
import { endpointIds } from '../../../shared/api/index.ts';
import { jobNames } from '../../../shared/jobs.ts';
import { chanceFrom, shuffled } from '../../support/chance.ts';
import type { ProviderName } from '../../support/parley/provider-proxy.ts';
import { canary } from '../canary.ts';
import { judgeAnswer, judgeCharges, judgeLog, judgePurchases } from './books.ts';
import { type FaultName, faultNames, faults } from './faults.ts';
import {
  type Answer,
  type Cell,
  type Place,
  type Product,
  type Seen,
  startProduct,
  type Treat,
} from './product.ts';
import { type Act, jobScenes, type Scene, scenes } from './scenes.ts';

export interface Trial {
  readonly function: FunctionId;
  readonly scene: string;
  readonly provider: ProviderName;
  readonly action: string;
  readonly nth: number;
  readonly fault: FaultName;
  readonly scope: Scope;
  /** Of the call, and of its repetition without a fault; 0 without an answer. */
  readonly statuses: readonly [number, number];
  readonly durationMs: number;
  /** How often it was repeated because this process stood still for a second or more. */
  readonly disturbed: number;
  readonly findings: readonly string[];
}

/** The one attempt alone, or every later request to the provider until the function has answered. */
const scopes = ['once', 'from then on'] as const;
type Scope = (typeof scopes)[number];

/**
 * Learns which calls each function makes, and injects every fault into each of them, for a new person each
 * time. Of many calls of one action, the first three are tried.
 *
 * @param options.only a function (`billing.create`, `jobs.recount-totals`) or a provider
 * @param options.sample one trial for each provider and fault, and one slow fault for each provider
 * @param options.treat treats every call to the providers in every trial
 */
export async function tryFaults(options: {
  seed: number;
  only?: { function?: string | undefined; provider?: string | undefined };
  sample?: boolean;
  treat?: Treat;
}) {
  const { seed, only = {}, sample = false, treat } = options;
  const product = await startProduct();
  const [quick, slow] = [pLimit(2), pLimit(6)];
  const lag = watchLag();
  const findings: string[] = [];
  const stages = stagesOf(only.function);
  const known = await Promise.all(
    stages.map((stage) =>
      quick(async () => {
        const { calls, found } = await learn(product, stage);
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
    chosen.map((plan) => (isSlow(plan) ? slow : quick)(() => attemptInPeace(product, plan, lag, treat))),
  );
  const stray = product.strayOutput();
  if (stray !== '') findings.push('Something was written outside of any call');
  lag.stop();
  await product.stop();
  return { trials, findings };
}

export interface Stage {
  readonly id: FunctionId;
  readonly scene: Scene;
}

interface Plan {
  readonly stage: Stage;
  readonly call: Seen;
  readonly fault: FaultName;
  readonly scope: Scope;
}

export function stagesOf(only?: string): Stage[] {
  const all: Stage[] = [
    ...endpointIds.flatMap((id) => scenes[id].map((scene) => ({ id, scene }))),
    ...jobNames.flatMap((name) => jobScenes[name].map((scene) => ({ id: `jobs.${name}` as const, scene }))),
  ];
  return all.filter(({ id }) => !only || id === only);
}

/** A cold start makes every call that can meet a fault. */
export async function learn(
  product: Product,
  { id, scene }: Stage,
  treat?: Treat,
): Promise<{ calls: Seen[]; found: string[] }> {
  const { act, cell, end } = await prepare(product, scene);
  cell.treat = treat;
  const answer = await product.ask(cell, id, act.request, { isCold: true });
  const calls = cell.calls.filter(({ nth }) => nth <= 3);
  const found = await judgeGood(cell, act, answer);
  await end();
  return { calls, found };
}

/** On a machine too busy for this one process, nobody is answered in time, which proves nothing. */
async function attemptInPeace(product: Product, plan: Plan, lag: Lag, treat?: Treat): Promise<Trial> {
  for (let disturbed = 0; ; disturbed++) {
    const startedAt = performance.now();
    const trial = await attempt(product, plan, treat).catch((error: Error) => ({
      ...describe(plan),
      statuses: [0, 0] as const,
      durationMs: 0,
      findings: [`Could not be tried: ${error.message}`],
    }));
    // A trial that could not even be prepared met no fault yet.
    const isQuiet = lag.worstSince(startedAt) < 1_000 && trial.durationMs > 0;
    if (trial.findings.length === 0 || isQuiet || disturbed === 5) return { ...trial, disturbed };
  }
}

interface Lag {
  /** The longest standstill since then, in milliseconds. */
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

async function attempt(product: Product, plan: Plan, treat?: Treat): Promise<Omit<Trial, 'disturbed'>> {
  const { stage, call, fault, scope } = plan;
  const { id, scene } = stage;
  const { act, cell, end } = await prepare(product, scene);
  const over = Promise.withResolvers<void>();
  let isMet = false;
  cell.treat = async (asked, seen, execute) => {
    const isIt = seen.provider === call.provider && seen.action === call.action && seen.nth === call.nth;
    isMet ||= isIt;
    const isHit = scope === 'once' ? isIt && !seen.isRetry : isMet && seen.provider === call.provider;
    const go = () => (treat ? treat(asked, seen, execute) : execute()) as ReturnType<typeof execute>;
    if (!isHit) return go();
    // Once the function has answered, no fault waits any longer, even if a request goes on.
    const isOver = Promise.race([asked.isOver, over.promise]);
    return faults[fault].treat({ ...asked, isOver }, go, canary(9));
  };
  // Cached values can only fail in a cold start.
  const isCold = call.provider === 'cognito' || call.provider === 'secrets';
  const answer = await product.ask(cell, id, act.request, { isCold });
  over.resolve();
  cell.treat = treat;
  while (cell.late.size > 0) await Promise.allSettled(cell.late);
  await act.tell?.();

  const findings = [
    ...(isMet ? [] : ['The call was not made']),
    ...(answer.status === 0 && !id.startsWith('jobs.') ? ['No answer of ours'] : []),
    ...judgeAnswer(answer),
    ...judgeLog(cell, act),
    ...(await judgeCharges(cell, act, isGood(answer), answer.text, call.provider)),
    ...(await judgePurchases(cell, act)),
  ];
  const after = product.newCell(cell.place);
  const request = (await act.again?.(answer)) ?? act.request;
  const again = await product.ask(after, id, request);
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
  product: Product,
  scene: Scene,
): Promise<{ act: Act; cell: Cell; end: () => Promise<void> }> {
  const place: Place = scene.isAlone ? await product.newPlace() : product.place;
  const act = await scene.prepare(product, product.newCell(place));
  return { act, cell: product.newCell(place), end: async () => (scene.isAlone ? place.stop() : undefined) };
}

function sampleOf(plans: readonly Plan[], seed: number): Plan[] {
  const wanted = shuffled(plans, chanceFrom(seed)).filter((plan) => !isSlow(plan) || plan.scope === 'once');
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
