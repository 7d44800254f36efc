import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { ulid } from 'ulid';
import { recordBuild } from '../../../functions/builds/builds-table.ts';
import { readCommandSettings } from '../../../infra/aws/stack/context.ts';
import { countryCards } from '../../../infra/local/stripe/cards/test-cards.ts';
import { type Parley, startParley } from '../../../infra/local/system.ts';
import type { Output } from '../../../shared/api/contract.ts';
import { phrases } from '../../../shared/phrases.ts';
import { chanceFrom } from '../../support/chance.ts';
import { command } from '../../support/command.ts';
import { cardWithoutFunds, giveCard } from '../../support/people/cards.ts';
import { type Person, signIn, signUp, type Visitor, visit } from '../../support/people/session.ts';
import { type Opened, openSampleAccounts, type SampleAccount } from './accounts.ts';

/**
 * Lives through the days up to today with the whole product, in this process, on a fake clock: people sign up,
 * translate, buy, cancel and leave; Stripe charges; the jobs run every night.
 *
 * @param options.dataFolder is empty
 */
export async function fillFolder(options: {
  root: string;
  dataFolder: string;
  days: number;
  people: number;
  seed: number;
  say: (line: string) => void;
}): Promise<{ figures: Record<string, number>; accounts: SampleAccount[] }> {
  const { root, dataFolder, days, seed, say } = options;
  const end = Date.now();
  const firstDay = Math.floor(end / dayMs) * dayMs - (days - 1) * dayMs;
  mock.timers.enable({ apis: ['Date'], now: firstDay });
  const parley = await startParley({ ...flags, root, dataFolder, log: () => {} });
  const cards = [...countryCards];
  const town: Town = { parley, chance: chanceFrom(seed), people: [], cards, figures: { ...none } };
  const opened: Opened[] = [];
  try {
    for (let day = 0; day < days; day += 1) {
      const midnight = firstDay + day * dayMs;
      if (day > 0) await liveNight(town, midnight);
      await liveDay(town, midnight, { end, newcomers: newcomersOf(town, day, options) });
      const { url, stripe } = parley;
      opened.push(...(await openSampleAccounts({ url, stripe, daysLeft: days - 1 - day, days })));
      say(`${new Date(midnight).toISOString().slice(0, 10)}: ${town.people.length} people`);
    }
    await goTo(town, end);
    await runJob(town, 'recount-totals');
    return { figures: town.figures, accounts: await readStatuses(parley, opened) };
  } finally {
    await parley.stop();
    mock.timers.reset();
  }
}

const dayMs = 86_400_000;

const flags = {
  port: 0,
  modelsFolder: '',
  engines: 'local',
  pace: 'machine',
  transcribeStreams: 25,
  payments: 'local',
  contactAddress: readCommandSettings().contactAddress,
  accessSeconds: 86_400,
  dev: false,
  bundles: false,
  logs: false,
  siteFolder: '.build',
} as const;

const none = { accounts: 0, translations: 0, purchases: 0, cancellations: 0, departures: 0, builds: 0 };

interface Town {
  readonly parley: Parley;
  readonly chance: () => number;
  readonly people: Citizen[];
  readonly cards: string[];
  readonly figures: typeof none;
}

interface Citizen {
  readonly person: Person;
  readonly visitor: Visitor;
  signedInAt: number;
  readonly zeal: number;
  isPremium: boolean;
  hasCancelled: boolean;
  hasLeft: boolean;
}

async function liveNight(town: Town, midnight: number): Promise<void> {
  await goTo(town, midnight + 5 * 60_000);
  await runJob(town, 'reset-allowances');
  await runJob(town, 'reconcile-subscriptions');
  await runJob(town, 'recount-totals');
}

function newcomersOf(
  { chance }: Town,
  day: number,
  { days, people }: { days: number; people: number },
): number {
  const growth = (2 * (day + 1)) / (days + 1);
  const isWeekend = [0, 6].includes(new Date().getUTCDay());
  const expected = (people / days) * growth * (isWeekend ? 1.5 : 0.8);
  return Math.round(expected * 2 * chance());
}

async function liveDay(
  town: Town,
  midnight: number,
  { end, newcomers }: { end: number; newcomers: number },
): Promise<void> {
  const { chance, people } = town;
  const comers = people.filter(({ hasLeft, zeal }) => !hasLeft && chance() < zeal);
  const visits = [
    ...comers.map((citizen) => () => spendTime(town, citizen)),
    ...Array.from({ length: newcomers }, () => () => arrive(town)),
    ...Array.from({ length: buildsOf(chance) }, () => () => buildSomething(town)),
  ];
  const times = visits.map(() => midnight + (7 + 16 * chance()) * 3_600_000).sort((a, b) => a - b);
  for (const [index, time] of times.entries()) {
    if (time >= end) break;
    await goTo(town, Math.round(time));
    await visits[index]?.();
  }
}

async function goTo({ parley }: Town, time: number): Promise<void> {
  mock.timers.setTime(time);
  await command(`${parley.stripe}/control/clock`, { to: Math.floor(time / 1_000) });
  await command(`${parley.stripe}/control/webhooks`);
}

async function runJob({ parley }: Town, name: string): Promise<void> {
  await command(`${parley.login}/local/jobs/${name}`);
}

async function arrive(town: Town): Promise<void> {
  const { parley, chance, people, figures } = town;
  const [firstName, lastName] = [pick(chance, firstNames), pick(chance, lastNames)];
  const email = `${firstName}.${lastName}.${people.length + 1}@travel.example`.toLowerCase();
  const visitor = visit(parley.url);
  const person = await signUp(visitor, { firstName, lastName, email });
  const citizen: Citizen = {
    person,
    visitor,
    signedInAt: Date.now(),
    zeal: 0.02 + 0.25 * chance() ** 3,
    isPremium: false,
    hasCancelled: false,
    hasLeft: false,
  };
  people.push(citizen);
  figures.accounts += 1;
  await spendTime(town, citizen);
}

async function spendTime(town: Town, citizen: Citizen): Promise<void> {
  const { chance, figures } = town;
  if (Date.now() - citizen.signedInAt > 20 * dayMs) {
    await signIn(citizen.visitor, citizen.person);
    citizen.signedInAt = Date.now();
  }
  await translate(town, citizen);
  if (!citizen.isPremium && chance() < 0.075) {
    if (await buy(town, citizen)) figures.purchases += 1;
  } else if (citizen.isPremium && !citizen.hasCancelled && chance() < 0.07) {
    const answer = await citizen.visitor.post('/api/cancel-subscription', {});
    citizen.hasCancelled = answer.ok;
    figures.cancellations += answer.ok ? 1 : 0;
  } else if (citizen.hasCancelled && chance() < 0.1) {
    const answer = await citizen.visitor.post('/api/reactivate-subscription', {});
    if (answer.ok) citizen.hasCancelled = false;
  } else if (chance() < 0.012) {
    const answer = await citizen.visitor.fetch('/api/account', { method: 'DELETE' });
    citizen.hasLeft = answer.ok;
    figures.departures += answer.ok ? 1 : 0;
  }
}

async function translate({ chance, figures }: Town, { visitor }: Citizen): Promise<void> {
  for (let count = 1 + Math.floor(3 * chance()); count > 0; count -= 1) {
    const answer = await visitor.post('/api/translate', {
      text: pick(chance, sentences),
      sourceLanguage: 'en-US',
      targetLanguage: pick(chance, ['es', 'es', 'fr', 'it', 'pt']),
    });
    figures.translations += answer.ok ? 1 : 0;
  }
}

/** @returns whether there is a subscription now */
async function buy(town: Town, citizen: Citizen): Promise<boolean> {
  const { parley, chance } = town;
  const { visitor } = citizen;
  const { publishableKey } = (await (await visitor.fetch('/api/stripe-config')).json()) as Config;
  const priceId = chance() < 0.3 ? 'parley_annual' : 'parley_monthly';
  // A card that had its trial asks again.
  for (const terms of [{}, { acceptsCharge: true, usesSavedCard: true }]) {
    const begun = await visitor.post('/api/create-subscription', { priceId, ...terms });
    const { clientSecret } = (await begun.json()) as { clientSecret: string | null };
    if (!begun.ok || !clientSecret) return false;
    const card = 'usesSavedCard' in terms ? undefined : cardOf(town);
    await giveCard(parley.stripe ?? '', { publishableKey }, clientSecret, card);
    const status = (await (await visitor.fetch('/api/subscription-status')).json()) as { isPremium: boolean };
    citizen.isPremium = status.isPremium;
    citizen.hasCancelled = false;
    if (status.isPremium) return true;
    if (chance() < 0.4) return false;
  }
  return false;
}

/** A card has one trial, so most people bring a new one. */
function cardOf({ chance, cards }: Town): string {
  const which = chance();
  if (which < 0.08) return cardWithoutFunds;
  return (which > 0.15 && cards.shift()) || pick(chance, countryCards);
}

function buildsOf(chance: () => number): number {
  const isWeekend = [0, 6].includes(new Date().getUTCDay());
  return Math.floor(chance() * (isWeekend ? 1.4 : 4.5));
}

async function buildSomething({ chance, figures }: Town): Promise<void> {
  const buildType = pick(chance, [
    'development',
    'development',
    'production',
    'production',
    'deployment',
  ] as const);
  const hasFailed = chance() < (buildType === 'deployment' ? 0.12 : 0.06);
  const usualMs = { development: 2_600, production: 9_500, deployment: 174_000 }[buildType];
  const durationMs = Math.round(usualMs * (0.8 + 0.5 * chance()) * (hasFailed ? 0.6 : 1));
  await recordBuild({
    id: ulid(),
    buildId: randomUUID(),
    buildType,
    status: hasFailed ? 'failed' : 'success',
    startedAt: new Date().toISOString(),
    durationMs,
    bundleBytes: hasFailed ? null : Math.round(11_400_000 + 900_000 * chance()),
    memoryMb: Math.round(310 + 120 * chance()),
    nodeVersion: process.version,
  });
  figures.builds += 1;
}

async function readStatuses(parley: Parley, opened: readonly Opened[]): Promise<SampleAccount[]> {
  const accounts: SampleAccount[] = [];
  for (const { kind, person } of opened) {
    const visitor = visit(parley.url);
    await signIn(visitor, person);
    const response = await visitor.fetch('/api/subscription-status');
    const { subscriptionStatus } = (await response.json()) as Output<'billing.status'>;
    accounts.push({ kind, person, status: subscriptionStatus });
  }
  const { email, password } = parley.operator;
  const operator: Person = { email, password, firstName: '', lastName: '' };
  return [...accounts, { kind: 'operator', person: operator, status: 'free' }];
}

function pick<Item>(chance: () => number, items: readonly Item[]): Item {
  return items[Math.floor(chance() * items.length)] as Item;
}

const sentences = [
  ...phrases.filter(({ language }) => language === 'en-US').map(({ text }) => text),
  'What time does the museum open tomorrow?',
  'A table for four, please.',
  'Is the harbour far from here?',
  'I would like to send this letter to my sister.',
  'The train is late again.',
  'We are looking for a small hotel near the beach.',
];

const firstNames = (
  'Aino Amara Bruno Chiara Daniel Elena Farid Grace Hana Ivo Jonas Kofi ' +
  'Lena Marta Nils Olga Paolo Rosa Sofia Tariq Uma Viktor Wei Yusuf Zoe'
).split(' ');

const lastNames = (
  'Almeida Bauer Costa Dubois Eriksen Ferrari Garcia Haddad Ito Jansen Kaya Lindgren ' +
  'Mendes Novak Okafor Petrov Rossi Silva Tanaka Varga Wagner Zhang'
).split(' ');

interface Config {
  readonly publishableKey: string;
}
