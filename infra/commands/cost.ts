import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { billedSeconds } from '../../functions/speech/meter.ts';
import { metrics, providers } from '../../functions/telemetry/metrics.ts';
import { endpointIds } from '../../shared/api/index.ts';
import { type Ceilings, ceilings } from '../../shared/ceilings.ts';
import { jobNames } from '../../shared/jobs.ts';
import { plans } from '../../shared/plans.ts';
import { settingsOf, stackName } from '../stack/context.ts';
import { needs } from '../stack/needs.ts';
import { type Price, type PriceName, prices, pricesAsOf } from './prices.ts';
import { worstMonths } from './worst-month.ts';

/** What nobody can know before people come. Each is a flag of the command. */
export const assumptions = {
  /** Of a text that is translated. */
  characters: { usual: 90, says: 'characters of a text' },
  premium: { usual: 0.2, says: 'share of translations by Premium' },
  guests: { usual: 0.3, says: 'share of translations by guests; the rest are free accounts’' },
  spoken: { usual: 0.3, says: 'share of texts that our server has heard, not the browser' },
  seconds: { usual: 6, says: 'seconds of a clip' },
  heard: { usual: 0.5, says: 'share of Premium’s translations that Polly speaks' },
  detected: { usual: 0.1, says: 'share of texts whose language is found out' },
  visit: { usual: 5, says: 'translations in a visit' },
  new: { usual: 0.4, says: 'share of visits that load the site anew' },
  user: { usual: 25, says: 'translations of somebody with an account in a month' },
  buyer: { usual: 300, says: 'translations of somebody with Premium in a month' },
  months: { usual: 12, says: 'months that Premium’s history has grown' },
} as const;

export type Assumptions = Readonly<Record<keyof typeof assumptions, number>>;

/**
 * What somebody's first translation of a day asks of the database, in requests, each taken for one unit: what indexes
 * and the nightly jobs ask beside it is left out. A test holds them against recorded calls.
 */
export const databaseCalls = {
  guest: { reads: 0, writes: 4 },
  free: { reads: 1, writes: 3 },
  premium: { reads: 2, writes: 3 },
} as const;

/** What stands in the account whether somebody comes or not. */
export type Standing = Pick<
  Quantities,
  'wafAcls' | 'wafRules' | 'alarms' | 'compositeAlarms' | 'dashboards' | 'secrets' | 'schedules'
>;

export type Quantities = Readonly<Record<PriceName, number>>;

/** One line of the bill. */
export interface Line {
  readonly price: Price;
  readonly quantity: number;
  readonly dollars: number;
}

/** @param template of the stack, as CloudFormation takes it */
export function standingOf({ Resources }: Template): Standing {
  const all = Object.values(Resources);
  const of = (type: string) => all.filter(({ Type }) => Type === type);
  const acls = of('AWS::WAFv2::WebACL');
  // Alarms by arithmetic look at several metrics, and each is paid for.
  const looked = of('AWS::CloudWatch::Alarm').map(
    ({ Properties }) => Properties?.Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1,
  );
  return {
    wafAcls: acls.length,
    wafRules: sum(acls.map(({ Properties }) => Properties?.Rules?.length ?? 0)),
    alarms: sum(looked),
    compositeAlarms: of('AWS::CloudWatch::CompositeAlarm').length,
    dashboards: of('AWS::CloudWatch::Dashboard').length,
    secrets: of('AWS::SecretsManager::Secret').length,
    schedules: of('AWS::Scheduler::Schedule').length * daysOfMonth,
  };
}

/** What a month with so many translations uses. */
export function quantitiesOf(translations: number, given: Assumptions, standing: Standing): Quantities {
  const visits = translations / given.visit;
  const byGuests = translations * given.guests;
  const byPremium = translations * given.premium;
  const byFree = translations - byGuests - byPremium;
  const heardByUs = translations * given.spoken;
  const spokenByPolly = byPremium * given.heard;
  const calls = translations + heardByUs + spokenByPolly + visits * callsOfVisit;
  const files = visits * given.new * filesOfFirstVisit + visits * (1 - given.new);
  const database = (kind: 'reads' | 'writes') =>
    byGuests * databaseCalls.guest[kind] +
    byFree * databaseCalls.free[kind] +
    byPremium * databaseCalls.premium[kind];
  const kept = (byPremium * given.months * (historyBytes + 2 * given.characters)) / gigabyte;
  const requests = files + calls;
  return {
    ...standing,
    translate: translations * given.characters,
    comprehend: translations * given.detected * Math.max(3, Math.ceil(given.characters / 100)),
    transcribe: heardByUs * billedSeconds(given.seconds),
    polly: spokenByPolly * given.characters,
    lambdaRequests: calls,
    lambdaTime:
      translations * gigabyteSeconds('translation.translate', 400) +
      heardByUs * gigabyteSeconds('speech.transcribe', 3_000) +
      spokenByPolly * gigabyteSeconds('speech.synthesize', 800) +
      visits * callsOfVisit * gigabyteSeconds('billing.status', 60),
    api: calls,
    // Hearing and speaking count seconds and characters: two writes each, and a guest's address one more.
    writes: database('writes') + heardByUs * (2 + given.guests) + spokenByPolly * 2,
    reads: database('reads') + heardByUs * (1 - given.guests) + spokenByPolly + visits * readsOfVisit,
    storage: kept,
    recovery: kept,
    edgeBytes: (visits * given.new * bytesOfFirstVisit + calls * bytesOfCall) / gigabyte,
    edgeRequests: requests,
    // Before and after a page; before a call.
    edgeFunctions: calls + 2 * visits,
    wafRequests: requests,
    logs: (calls * bytesOfLogLine) / gigabyte,
    metrics: translations > 0 ? ownMetrics() : 0,
    traces: Math.min(calls, secondsOfMonth) + Math.max(0, calls - secondsOfMonth) / 20,
    users: (byFree + byPremium) / given.user,
  };
}

/** @param hasFreeTier takes off what an account has for nothing */
export function billOf(quantities: Quantities, hasFreeTier: boolean): readonly Line[] {
  return (Object.keys(prices) as PriceName[]).map((name) => {
    const price: Price = prices[name];
    const quantity = quantities[name];
    const paid = Math.max(0, quantity - (hasFreeTier ? (price.free ?? 0) : 0));
    return { price, quantity, dollars: (paid / price.per) * price.dollars };
  });
}

export function totalOf(lines: readonly Line[]): number {
  return sum(lines.map(({ dollars }) => dollars));
}

/** What one more translation of Premium costs, in dollars: nothing that stands or that is a user's. */
export function premiumTranslation(given: Assumptions): number {
  const nothing: Standing = {
    wafAcls: 0,
    wafRules: 0,
    alarms: 0,
    compositeAlarms: 0,
    dashboards: 0,
    secrets: 0,
    schedules: 0,
  };
  const many = 1_000_000;
  const quantities = quantitiesOf(many, { ...given, premium: 1, guests: 0 }, nothing);
  return totalOf(billOf({ ...quantities, metrics: 0, users: 0 }, false)) / many;
}

/**
 * `npm run cost -- --translations N`.
 *
 * @param say takes each line for the terminal
 * @param worst the deployment's ceilings
 * @throws Error with a sentence for the terminal
 */
export function tellCost(
  words: readonly string[],
  template: Template,
  say: (line: string) => void,
  worst: Ceilings = ceilings,
): void {
  const { translations, hasFreeTier, given } = readRequest(words);
  const lines = billOf(quantitiesOf(translations, given, standingOf(template)), hasFreeTier);
  const total = totalOf(lines);
  say(
    `A month with ${number(translations)} translations, by AWS’s list prices of ${pricesAsOf} in us-east-1,`,
  );
  say(
    hasFreeTier
      ? 'less what an account has for nothing.\n'
      : 'nothing taken off for what an account has for nothing.\n',
  );
  for (const [name, { says }] of Object.entries(assumptions)) {
    say(`  --${name.padEnd(12)}${number(given[name as keyof Assumptions]).padStart(6)}  ${says}`);
  }
  say('');
  for (const { price, quantity, dollars } of [...lines].sort((one, other) => other.dollars - one.dollars)) {
    const unit = `$${price.dollars} for ${number(price.per)} ${price.unit}${price.isUnconfirmed ? ' *' : ''}`;
    say(
      `${price.service.padEnd(34)}${number(Math.round(quantity)).padStart(15)}  ${unit.padEnd(46)}${money(dollars).padStart(12)}`,
    );
  }
  say(`${'In all'.padEnd(97)}${money(total).padStart(12)}\n`);
  say('* The price could not be confirmed on the day: look at the service’s page before you rely on it.');
  const standing = totalOf(billOf(quantitiesOf(0, given, standingOf(template)), hasFreeTier));
  say(`${money(standing)} of it stand while nobody comes.`);
  if (translations > 0) {
    const [first] = lines;
    say(
      `1,000 translations cost ${money((total / translations) * 1_000)}; ${percent((first?.dollars ?? 0) / total)} of all is Translate.`,
    );
  }
  const buyer = premiumTranslation(given) * given.buyer;
  for (const [name, cents] of [
    ['month', plans.parley_monthly.amountCents],
    ['year', plans.parley_annual.amountCents / 12],
  ] as const) {
    say(
      `Premium paid by the ${name} brings ${money(cents / 100)} a month; ${number(given.buyer)} translations of it cost ${money(buyer)}, which leaves ${money(cents / 100 - buyer)} before Stripe’s fees and taxes.`,
    );
  }
  say('\nThe most that the ceilings let somebody cost in a month:');
  for (const { who, dollars } of worstMonths(worst)) say(`  ${who.padEnd(28)}${money(dollars).padStart(10)}`);
}

/** @throws Error with the usage */
function readRequest(words: readonly string[]): Request {
  const flags = Object.keys(assumptions) as (keyof Assumptions)[];
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        translations: { type: 'string', default: '1000000' },
        'free-tier': { type: 'boolean', default: false },
        ...Object.fromEntries(flags.map((name) => [name, { type: 'string' } as const])),
      },
    });
    const given: Readonly<Record<string, string | boolean | undefined>> = values;
    const read = (name: string, usual: number) => {
      const value = Number(given[name] ?? usual);
      if (!(value >= 0) || given[name] === '') throw new Error(`--${name} takes a number, and none below 0.`);
      return value;
    };
    const all = Object.fromEntries(flags.map((name) => [name, read(name, assumptions[name].usual)]));
    const request = all as Assumptions;
    for (const name of ['visit', 'user'] as const) {
      if (request[name] === 0) throw new Error(`--${name} takes a number above 0.`);
    }
    for (const name of ['premium', 'guests', 'spoken', 'heard', 'detected', 'new'] as const) {
      if (request[name] > 1) throw new Error(`--${name} is a share: 0.25 is a quarter.`);
    }
    if (request.premium + request.guests > 1)
      throw new Error('--premium and --guests come to more than all.');
    return {
      translations: read('translations', 0),
      hasFreeTier: given['free-tier'] === true,
      given: request,
    };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage()}`, { cause: error });
  }
}

function usage(): string {
  const flags = Object.entries(assumptions).map(
    ([name, { usual, says }]) => `  --${name.padEnd(13)}${says} (${usual})`,
  );
  return `npm run cost -- --translations N [--free-tier]\n\n${flags.join('\n')}`;
}

/** As if every one had a value in every hour of the month; few have. */
function ownMetrics(): number {
  const words = { endpoint: endpointIds.length, provider: providers.length, job: jobNames.length, kind: 3 };
  return sum(
    Object.values(metrics).map(({ dimensions: [dimension] }) =>
      dimension === undefined ? 1 : (words[dimension as keyof typeof words] ?? wordsOfOthers),
    ),
  );
}

/** Reasons and outcomes have about so many words each. */
const wordsOfOthers = 5;

function gigabyteSeconds(id: keyof typeof needs, ms: number): number {
  return ((needs[id].memoryMb / 1_024) * ms) / 1_000;
}

/** The status, the settings and the voice's abilities; more where somebody looks into the history. */
const callsOfVisit = 3;
/** The profile for each of two signed-in calls, and what it asks for. */
const readsOfVisit = 4;
/** Most are there to be there without a connection; the web ACL's limit reckons with as many (`edge.ts`). */
const filesOfFirstVisit = 120;
const bytesOfFirstVisit = 1_000_000;
/** With its headers. */
const bytesOfCall = 2_000;
/** One line a call, with its metrics, and the gateway's own of the call. */
const bytesOfLogLine = 1_400;
/** An item of the history without its two texts: key, languages, time, signature. */
const historyBytes = 400;

const gigabyte = 1e9;
const daysOfMonth = 30;
const secondsOfMonth = daysOfMonth * 86_400;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function money(dollars: number): string {
  return `${dollars < 0 ? '-' : ''}$${Math.abs(dollars).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** What `npm run synth` has left. */
function readTemplate(): Template {
  const name = `${stackName(settingsOf())}.template.json`;
  const file = path.resolve(import.meta.dirname, '../../.build/cdk', name);
  if (!existsSync(file))
    throw new Error('What stands in an account is counted from the template: npm run synth first.');
  return JSON.parse(readFileSync(file, 'utf8'));
}

interface Request {
  readonly translations: number;
  readonly hasFreeTier: boolean;
  readonly given: Assumptions;
}

/** As far as it is read here. */
interface Template {
  readonly Resources: Readonly<
    Record<
      string,
      {
        readonly Type: string;
        readonly Properties?: {
          readonly Rules?: readonly unknown[];
          readonly Metrics?: readonly { readonly MetricStat?: unknown }[];
        };
      }
    >
  >;
}

if (import.meta.main) {
  try {
    tellCost(process.argv.slice(2), readTemplate(), console.log, settingsOf());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
