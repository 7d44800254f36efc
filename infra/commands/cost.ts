import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { countBilledSeconds } from '../../functions/speech/meter.ts';
import { metrics } from '../../functions/telemetry/metrics.ts';
import { endpointIds } from '../../shared/api/index.ts';
import type { Ceilings } from '../../shared/ceilings.ts';
import { readSettingsFor, stackName } from '../stack/context.ts';
import { needs } from '../stack/needs.ts';
import { type PriceName, priceFor, prices } from './prices.ts';
import { worstMonths } from './worst-month.ts';

/** Guesses about visitors; each is a flag. Shares are from 0 to 1, other values at least 1. */
export const assumptions = {
  characters: { usual: 90, help: 'characters of a text' },
  premium: { usual: 0.2, help: 'share of translations by Premium users' },
  guests: { usual: 0.3, help: 'share of translations by guests' },
  spoken: { usual: 0.3, help: 'share of texts that Transcribe recognised' },
  seconds: { usual: 6, help: 'seconds of a clip' },
  heard: { usual: 0.5, help: 'share of Premium translations that Polly speaks' },
  detected: { usual: 0.1, help: 'share of texts with language detection' },
  visit: { usual: 5, help: 'translations in a visit' },
  new: { usual: 0.4, help: 'share of visits that load the whole site' },
  user: { usual: 25, help: 'translations of an account in a month' },
  months: { usual: 12, help: 'months of Premium history' },
} as const;

type Assumption = keyof typeof assumptions;
export type Assumptions = Readonly<Record<Assumption, number>>;
export type Quantities = Readonly<Record<PriceName, number>>;

/** Database units of the first translation of a day. A test compares them with recorded calls. */
export const databaseCalls = {
  guest: { reads: 0, writes: 4 },
  free: { reads: 1, writes: 3 },
  premium: { reads: 2, writes: 3 },
} as const;

/** Resources that cost money without any visitor. */
export type Fixed = Pick<
  Quantities,
  'wafAcls' | 'wafRules' | 'alarms' | 'compositeAlarms' | 'dashboards' | 'secrets' | 'schedules'
>;

/** @param template the stack's CloudFormation template */
export function countFixed({ Resources }: Template): Fixed {
  const find = (type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
  const acls = find('AWS::WAFv2::WebACL');
  // Each metric of an alarm with arithmetic is billed.
  const alarmMetrics = find('AWS::CloudWatch::Alarm').map(
    ({ Properties }) => Properties?.Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1,
  );
  return {
    wafAcls: acls.length,
    wafRules: sum(acls.map(({ Properties }) => Properties?.Rules?.length ?? 0)),
    alarms: sum(alarmMetrics),
    compositeAlarms: find('AWS::CloudWatch::CompositeAlarm').length,
    dashboards: find('AWS::CloudWatch::Dashboard').length,
    secrets: find('AWS::SecretsManager::Secret').length,
    schedules: find('AWS::Scheduler::Schedule').length * 30,
  };
}

/** Estimates what a month uses. */
export function estimateMonth(translations: number, given: Assumptions, fixed: Fixed): Quantities {
  const visits = translations / given.visit;
  const guest = translations * given.guests;
  const premium = translations * given.premium;
  const free = translations - guest - premium;
  const transcribed = translations * given.spoken;
  const spoken = premium * given.heard;
  // The sound of a text, and its speech marks.
  const pollyCalls = 2 * spoken;
  const calls = translations + transcribed + pollyCalls + visits * visit.calls;
  const requests = calls + visits * (given.new * visit.files + 1 - given.new);
  const history = (premium * given.months * (bytes.historyItem + 2 * given.characters)) / gigabyte;
  const database = (kind: 'reads' | 'writes') =>
    guest * databaseCalls.guest[kind] +
    free * databaseCalls.free[kind] +
    premium * databaseCalls.premium[kind];
  return {
    ...fixed,
    translate: translations * given.characters,
    comprehend: translations * given.detected * Math.max(3, Math.ceil(given.characters / 100)),
    transcribe: transcribed * countBilledSeconds(given.seconds),
    polly: pollyCalls * given.characters,
    lambdaRequests: calls,
    lambdaTime:
      translations * gigabyteSeconds('translation.translate', 400) +
      transcribed * gigabyteSeconds('speech.transcribe', 3_000) +
      spoken * (gigabyteSeconds('speech.synthesize', 800) + gigabyteSeconds('speech.marks', 400)) +
      visits * visit.calls * gigabyteSeconds('billing.status', 60),
    api: calls,
    // Speech writes its meters: two items, and a guest's address.
    writes: database('writes') + transcribed * (2 + given.guests) + pollyCalls * 2,
    reads: database('reads') + transcribed * (1 - given.guests) + pollyCalls + visits * visit.reads,
    storage: history,
    recovery: history,
    edgeBytes: (visits * given.new * bytes.site + calls * bytes.call) / gigabyte,
    edgeRequests: requests,
    edgeFunctions: calls + 2 * visits,
    wafRequests: requests,
    logs: (calls * bytes.logLine) / gigabyte,
    metrics: translations > 0 ? countMetrics() : 0,
    // Lambda samples one call in a second and a twentieth of the rest.
    traces: Math.min(calls, monthSeconds) + Math.max(0, calls - monthSeconds) / 20,
    users: (free + premium) / given.user,
  };
}

export function totalOf(quantities: Quantities): number {
  return sum(priceNames.map((name) => priceFor(name, quantities[name])));
}

/**
 * Prints a month's bill, and the most that the ceilings allow.
 *
 * @throws Error with the usage
 */
export function printCost(
  words: readonly string[],
  template: Template,
  ceilings: Ceilings,
  print: (line: string) => void,
): void {
  const { translations, given } = readFlags(words);
  const fixed = countFixed(template);
  const quantities = estimateMonth(translations, given, fixed);
  print(`A month with ${number(translations)} translations, at list prices:\n`);
  const lines = priceNames.map((name) => ({
    ...prices[name],
    quantity: quantities[name],
    cost: priceFor(name, quantities[name]),
  }));
  for (const { service, unit, quantity, cost } of lines.sort((one, other) => other.cost - one.cost)) {
    print(
      `${service.padEnd(30)}${number(Math.round(quantity)).padStart(15)} ${unit.padEnd(16)}${money(cost)}`,
    );
  }
  print(`${'Total'.padEnd(62)}${money(totalOf(quantities))}`);
  print(`${'Fixed'.padEnd(62)}${money(totalOf(estimateMonth(0, given, fixed)))}`);
  print('\nThe most that the ceilings allow in a month:\n');
  for (const { who, dollars } of worstMonths(ceilings)) print(`${who.padEnd(62)}${money(dollars)}`);
}

function readFlags(words: readonly string[]): { translations: number; given: Assumptions } {
  const names = Object.keys(assumptions) as Assumption[];
  const options = Object.fromEntries(
    ['translations', ...names].map((name) => [name, { type: 'string' } as const]),
  );
  const help = names.map(
    (name) => `  --${name.padEnd(12)}${assumptions[name].help} (${assumptions[name].usual})`,
  );
  try {
    const { values } = parseArgs({ args: [...words], options });
    const read = (name: string, usual: number, isInRange: (value: number) => boolean) => {
      const value = Number(values[name] || usual);
      if (!isInRange(value)) throw new Error(`--${name} is out of range`);
      return value;
    };
    const entries = names.map((name) => {
      const { usual } = assumptions[name];
      return [name, read(name, usual, (value) => (usual < 1 ? value >= 0 && value <= 1 : value >= 1))];
    });
    const given = Object.fromEntries(entries) as Assumptions;
    if (given.premium + given.guests > 1) throw new Error('--premium and --guests add up to more than 1');
    return { translations: read('translations', 1_000_000, (value) => value >= 0), given };
  } catch (error) {
    const usage = ['npm run cost -- --translations N', '', ...help].join('\n');
    throw new Error(`${(error as Error).message}\n\n${usage}`, { cause: error });
  }
}

/** As if every metric had a value in every hour. */
function countMetrics(): number {
  return sum(
    Object.values(metrics).map(({ dimensions: [dimension] }) => {
      if (dimension === undefined) return 1;
      return dimension === 'endpoint' ? endpointIds.length : 5;
    }),
  );
}

function gigabyteSeconds(id: keyof typeof needs, ms: number): number {
  return ((needs[id].memoryMb / 1_024) * ms) / 1_000;
}

/** Estimates for one visit: API calls, database reads, and files of a first visit. */
const visit = { calls: 3, reads: 4, files: 120 };
/** `site` is a first visit, `call` an API call with headers, `historyItem` an item without its texts. */
const bytes = { site: 1_000_000, call: 2_000, logLine: 1_400, historyItem: 400 };
const gigabyte = 1e9;
const monthSeconds = 30 * 86_400;
const priceNames = Object.keys(prices) as PriceName[];

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function money(dollars: number): string {
  return `$${dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`.padStart(
    12,
  );
}

function readTemplate(): Template {
  const name = `${stackName(readSettingsFor())}.template.json`;
  const file = path.resolve(import.meta.dirname, '../../.build/cdk', name);
  if (!existsSync(file))
    throw new Error('Run `npm run synth` first: fixed costs are counted from the template.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: Properties }>>;
}

interface Properties {
  readonly Rules?: readonly unknown[];
  readonly Metrics?: readonly { readonly MetricStat?: unknown }[];
}

if (import.meta.main) {
  try {
    printCost(process.argv.slice(2), readTemplate(), readSettingsFor(), console.log);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
