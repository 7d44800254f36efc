import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { countBilledSeconds } from '../../functions/speech/meter.ts';
import { metrics } from '../../functions/telemetry/metrics.ts';
import { endpointIds } from '../../shared/api/index.ts';
import type { Ceilings } from '../../shared/ceilings.ts';
import { daySeconds } from '../../shared/dates.ts';
import { getStackName, readCommandSettings } from '../stack/context.ts';
import {
  countGigabyteSeconds,
  synthesisMs,
  synthesisUnits,
  translationMs,
  translationUnits,
} from './call-cost.ts';
import { computePrice, type PriceName, prices } from './prices.ts';
import { estimateSpeech } from './speech-cost.ts';
import { priceStream, priceWorstMonths } from './worst-month.ts';

const assumptions = {
  textCharacters: 90,
  premiumShare: 0.2,
  guestShare: 0.3,
  /** Texts that Transcribe recognised. */
  dictatedShare: 0.3,
  utteranceSeconds: 6,
  /** Premium translations that Polly speaks. */
  readAloudShare: 0.5,
  /** Texts whose language is detected. */
  detectedShare: 0.1,
  translationsPerVisit: 5,
  /** Visits that load the whole site. */
  newVisitShare: 0.4,
  translationsPerAccount: 25,
  historyMonths: 12,
};

export type Quantities = Readonly<Record<PriceName, number>>;

export type Fixed = ReturnType<typeof countFixed>;

export function countFixed({ Resources }: Template) {
  const find = (type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
  const acls = find('AWS::WAFv2::WebACL');
  const tables = find('AWS::DynamoDB::GlobalTable').length;
  // Metric math is billed per metric, and a Metrics Insights query per metric that it matches.
  const alarmMetrics = find('AWS::CloudWatch::Alarm').map(({ Properties }) =>
    Properties?.Metrics
      ? sum(
          Properties.Metrics.map(({ MetricStat, Expression = '' }) =>
            MetricStat ? 1 : /^SELECT/.test(Expression) ? tables : 0,
          ),
        )
      : 1,
  );
  return {
    wafAcls: acls.length,
    wafRules: sum(acls.map(({ Properties }) => Properties?.Rules?.length ?? 0)),
    alarms: sum(alarmMetrics),
    compositeAlarms: find('AWS::CloudWatch::CompositeAlarm').length,
    dashboards: find('AWS::CloudWatch::Dashboard').length,
    secrets: find('AWS::SecretsManager::Secret').length,
    schedules: sum(
      find('AWS::Scheduler::Schedule').map(({ Properties }) => countRuns(Properties?.ScheduleExpression)),
    ),
  };
}

/** In 30 days. */
function countRuns(schedule = ''): number {
  const [, minutes] = /^rate\((\d+) minutes\)$/.exec(schedule) ?? [];
  return minutes ? (30 * 24 * 60) / Number(minutes) : 30;
}

export function estimateMonth(translations: number, fixed: Fixed): Quantities {
  const visits = translations / assumptions.translationsPerVisit;
  const guest = translations * assumptions.guestShare;
  const premium = translations * assumptions.premiumShare;
  const free = translations - guest - premium;
  const transcribed = translations * assumptions.dictatedShare;
  const readAloud = premium * assumptions.readAloudShare;
  const speech = estimateSpeech(assumptions.utteranceSeconds);
  // The sound of a text, and its speech marks.
  const pollyCalls = 2 * readAloud;
  const calls = translations + transcribed * speech.calls + pollyCalls + visits * visit.calls;
  const requests = calls + visits * (assumptions.newVisitShare * visit.files + 1 - assumptions.newVisitShare);
  const history =
    (premium * assumptions.historyMonths * (bytes.historyItem + 2 * assumptions.textCharacters)) / gigabyte;
  const database = (kind: 'reads' | 'writes') =>
    guest * translationUnits.guest[kind] +
    free * translationUnits.free[kind] +
    premium * translationUnits.premium[kind];
  return {
    ...fixed,
    translate: translations * assumptions.textCharacters,
    comprehend:
      translations * assumptions.detectedShare * Math.max(3, Math.ceil(assumptions.textCharacters / 100)),
    transcribe: transcribed * countBilledSeconds(assumptions.utteranceSeconds),
    polly: pollyCalls * assumptions.textCharacters,
    lambdaRequests: calls,
    lambdaTime:
      translations * countGigabyteSeconds('translation.translate', translationMs) +
      transcribed * speech.lambdaTime +
      readAloud *
        (countGigabyteSeconds('speech.synthesize', synthesisMs.sound) +
          countGigabyteSeconds('speech.marks', synthesisMs.marks)) +
      visits * visit.calls * countGigabyteSeconds('billing.status', 60),
    api: calls,
    writes: database('writes') + transcribed * speech.writes + pollyCalls * synthesisUnits.writes,
    reads:
      database('reads') +
      transcribed * speech.reads +
      pollyCalls * synthesisUnits.reads +
      visits * visit.reads,
    storage: history,
    recovery: history,
    edgeBytes: (visits * assumptions.newVisitShare * bytes.site + calls * bytes.call) / gigabyte,
    edgeUploads: (transcribed * speech.uploadBytes) / gigabyte,
    edgeRequests: requests,
    edgeFunctions: calls + 2 * visits,
    wafRequests: requests,
    logs: (calls * bytes.logLine) / gigabyte,
    metrics: translations > 0 ? countCustomMetrics() : 0,
    // X-Ray traces one call a second and a twentieth of the rest.
    traces: Math.min(calls, monthSeconds) + Math.max(0, calls - monthSeconds) / 20,
    users: (free + premium) / assumptions.translationsPerAccount,
  };
}

export function addUpCost(quantities: Quantities): number {
  return sum(priceNames.map((name) => computePrice(name, quantities[name])));
}

/** Prints a month's bill, and the most that the ceilings allow. @throws Error whose message is for the user */
export function printCost(
  args: readonly string[],
  template: Template,
  ceilings: Ceilings,
  print: (line: string) => void,
): void {
  const translations = readTranslations(args);
  const fixed = countFixed(template);
  const quantities = estimateMonth(translations, fixed);
  print(`A month with ${formatNumber(translations)} translations, at list prices:\n`);
  const lines = priceNames.map((name) => ({
    ...prices[name],
    quantity: quantities[name],
    cost: computePrice(name, quantities[name]),
  }));
  for (const { service, unit, quantity, cost } of lines.sort((one, other) => other.cost - one.cost)) {
    print(
      `${service.padEnd(30)}${formatNumber(Math.round(quantity)).padStart(15)} ${unit.padEnd(16)}${formatMoney(cost)}`,
    );
  }
  print(`${'Total'.padEnd(62)}${formatMoney(addUpCost(quantities))}`);
  print(`${'Fixed'.padEnd(62)}${formatMoney(addUpCost(estimateMonth(0, fixed)))}`);
  print('\nA minute of speech:\n');
  print(`${'Transcribe'.padEnd(62)}${formatMoney(computePrice('transcribe', 60), 4)}`);
  print(`${'Everything else'.padEnd(62)}${formatMoney(priceStream(60), 4)}`);
  print('\nThe most that the ceilings allow in a month:\n');
  for (const [who, dollars] of Object.entries(priceWorstMonths(ceilings)))
    print(`${who.padEnd(62)}${formatMoney(dollars)}`);
}

function readTranslations(args: readonly string[]): number {
  const options = { translations: { type: 'string', default: '1000000' } } as const;
  const translations = Number(parseArgs({ args: [...args], options }).values.translations);
  if (translations >= 0) return translations;
  throw new Error('--translations must be a number, as in: npm run cost -- --translations 1000000');
}

/** An upper bound: every metric has a value in every hour, and dimensions other than `endpoint` have 5 values. */
function countCustomMetrics(): number {
  return sum(
    Object.values(metrics).map(({ dimensions: [dimension] }) => {
      if (dimension === undefined) return 1;
      return dimension === 'endpoint' ? endpointIds.length : 5;
    }),
  );
}

/** Estimates for one visit: API calls, database reads, and files of a first visit. */
const visit = { calls: 3, reads: 4, files: 120 };
/** `site` is a first visit, `call` an API call with headers, `historyItem` an item without its texts. */
const bytes = { site: 1_000_000, call: 2_000, logLine: 1_400, historyItem: 400 };
const gigabyte = 1e9;
const monthSeconds = 30 * daySeconds;
const priceNames = Object.keys(prices) as PriceName[];

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function formatNumber(value: number): string {
  return value.toLocaleString('en');
}

function formatMoney(dollars: number, digits = 2): string {
  return `$${dollars.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`.padStart(
    12,
  );
}

function readTemplate(): Template {
  const name = `${getStackName(readCommandSettings())}.template.json`;
  const file = path.resolve(import.meta.dirname, '../../.build/cdk', name);
  if (!existsSync(file))
    throw new Error('Run `npm run synth` first: fixed costs are counted from the template.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: Properties }>>;
}

interface Properties {
  readonly ScheduleExpression?: string;
  readonly Rules?: readonly unknown[];
  readonly Metrics?: readonly { readonly MetricStat?: unknown; readonly Expression?: string }[];
}

if (import.meta.main) {
  try {
    printCost(process.argv.slice(2), readTemplate(), readCommandSettings(), console.log);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
