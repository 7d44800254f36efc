import fc from 'fast-check';
import { planIds } from '../../../shared/plans.ts';
import { addFigures, type Figures } from '../proof.ts';
import { countFindings, findingsOf } from './findings.ts';
import { paidInvoices } from './oracle.ts';
import type { Ways } from './product/mail.ts';
import { comeToRest, play } from './product/play.ts';
import type { Product } from './product/product.ts';
import type { Scene } from './product/scene.ts';
import { cardKinds, codes, names, type Step, sayStep } from './product/steps.ts';

interface History {
  readonly seed: number;
  readonly ways: Ways;
  readonly people: number;
  /** Stripe Tax works out the tax that prices include. */
  readonly isTaxed: boolean;
  /** The second person is the first, under an alias of the same address. */
  readonly isAlias: boolean;
  readonly steps: readonly Step[];
}

/** Plays generated histories until one ends wrong. @returns the shortest that ends wrong, in sentences */
export async function checkHistories(
  product: Product,
  { count, seed, figures }: { count: number; seed: number; figures: Figures },
): Promise<string | undefined> {
  const property = fc.asyncProperty(histories, async (history) => {
    const findings = await endOf(product, history, figures);
    if (findings.length > 0) throw new Error(findings.join('\n'));
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns: count, seed });
  if (!failed || !counterexample) return undefined;
  return `${sayHistory(counterexample[0])}\n${errorInstance instanceof Error ? errorInstance.message : ''}`;
}

async function endOf(product: Product, history: History, figures: Figures): Promise<string[]> {
  const { seed, ways, people, isAlias, isTaxed, steps } = history;
  process.env.AUTOMATIC_TAX = isTaxed ? 'on' : 'off';
  const scene = await product.begin(seed, ways);
  for (const name of names.slice(0, people)) {
    const isFirst = name === names[1] && isAlias;
    await scene.add(name, isFirst ? { email: 'Ada+again@parley.example', box: names[0] } : {});
  }
  for (const step of steps) await play(scene, step);
  const restless = await comeToRest(scene);
  const findings = [...restless, ...(await findingsOf(scene))];
  if (findings.length === 0 && scene.chance() < 0.1) {
    await scene.mail.repeatAll();
    findings.push(...(await findingsOf(scene)).map((finding) => `when everything came again: ${finding}`));
    findings.push(...(await countFindings(scene)));
  }
  count(scene, steps.length, figures);
  return findings;
}

function sayHistory({ ways, people, isAlias, isTaxed, steps, seed }: History): string {
  return [
    `${people} people${isAlias && people > 1 ? ', bob is ada under an alias' : ''};`,
    isTaxed ? 'taxed;' : 'untaxed;',
    `of ten webhooks ${ways.lost} are lost at first and ${ways.repeated} come twice;`,
    `lost ones are told by ${ways.toldBy}; seed ${seed}`,
    ...steps.map((step, index) => `\n  ${index + 1}. ${sayStep(step)}`),
  ].join(' ');
}

function count({ account, mail }: Scene, steps: number, figures: Figures): void {
  const paid = paidInvoices(account);
  const made = account.all('subscription');
  addFigures(figures, {
    histories: 1,
    steps,
    'webhooks handed over': mail.counts.delivered,
    'of them again': mail.counts.again,
    'events lost at first': mail.counts.lost,
    subscriptions: made.length,
    trials: made.filter(({ trial_start }) => trial_start !== null).length,
    'paid invoices': paid.length,
    'of them for a change of plan': paid.filter((each) => each.billing_reason === 'subscription_update')
      .length,
    'with a code': account.all('discount').filter(({ promotion_code }) => promotion_code).length,
    'with a coupon': made.filter(({ discounts }) => discounts.length > 0).length,
    'paused at the end': made.filter(({ pause_collection }) => pause_collection).length,
    'cents paid': paid.reduce((sum, { amount_paid }) => sum + amount_paid, 0),
    'people with Premium at the end': made.filter(({ status }) => ['trialing', 'active'].includes(status))
      .length,
  });
}

/** Mostly the first one, so that more happens to them. */
const who = fc.constantFrom(names[0], names[0], ...names);
const plan = fc.constantFrom(...planIds);
const card = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('good' as const, 'other' as const) },
  { weight: 5, arbitrary: fc.constantFrom(...cardKinds) },
);
const isTrue = fc.boolean();

const code = fc.constantFrom('' as const, '' as const, ...codes);
const subscribing = fc.record({
  does: fc.constant('subscribes' as const),
  who,
  plan,
  card,
  code,
  agrees: isTrue,
});
const byUser: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: subscribing },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('looks at the form' as const), who, plan }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('starts now' as const), who }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('asks' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('confirms the payment' as const), who, succeeds: fc.boolean() }),
  },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('cancels' as const), who }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('cancels at the portal' as const), who }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('reactivates' as const), who }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('gives a new card' as const), who, card }) },
  {
    weight: 8,
    arbitrary: fc.record({ does: fc.constant('changes the plan' as const), who, plan, succeeds: isTrue }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('opens the due invoice' as const), who, succeeds: isTrue }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('removes the account' as const), who }) },
);
const days = fc.constantFrom(1, 3, 6, 20);
const byOwner: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant('is ended by the owner' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('is set to end by the owner' as const), who, days }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('is paused by the owner' as const), who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('is resumed by the owner' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('gets a coupon' as const),
      who,
      percent: fc.constantFrom(25, 50, 100),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('gets credit' as const),
      who,
      cents: fc.constantFrom(100, 600),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('is refunded' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('has the refund fail' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('is reported for fraud' as const), who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('disputes' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('has the dispute decided' as const), who, wins: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('loses the card' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('is deleted as a customer' as const), who }) },
);
const hours = fc.constantFrom(0.05, 1.1, 25, 73, 7 * 24, 7 * 24 + 1.1, 9 * 24, 16 * 24, 32 * 24, 367 * 24);
const passing = fc.record({ does: fc.constant('time passes' as const), hours });
const coming = fc.record({
  does: fc.constant('webhooks come' as const),
  share: fc.constantFrom(0.3, 0.6, 1),
});
const simple: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: byUser },
  { weight: 2, arbitrary: byOwner },
  { weight: 5, arbitrary: coming },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 34, arbitrary: simple },
  { weight: 14, arbitrary: passing },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'the nightly job runs' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('at once' as const),
      isPrompt: isTrue,
      steps: fc.array(simple, { minLength: 2, maxLength: 3 }),
    }),
  },
);

/** By chance alone, few people come back after their subscription ends. */
const comingBack: fc.Arbitrary<Step[]> = fc
  .tuple(
    who,
    fc.constantFrom<'cancels' | 'is ended by the owner'>('cancels', 'is ended by the owner'),
    plan,
    card,
  )
  .map(([name, ends, again, given]) => [
    { does: ends, who: name },
    { does: 'time passes', hours: 32 * 24 },
    { does: 'webhooks come', share: 1 },
    { does: 'subscribes', who: name, plan: again, card: given, code: '', agrees: true },
    { does: 'asks', who: name },
  ]);
/** By chance alone, most plans are changed in a trial, which costs nothing. */
const switching: fc.Arbitrary<Step[]> = fc
  .tuple(
    who,
    fc.constantFrom(9 * 24, 20 * 24),
    fc.array(byOwner, { maxLength: 1 }),
    fc.option(card, { nil: undefined }),
    fc.tuple(isTrue, isTrue),
  )
  .map(([name, hours, meanwhile, given, [succeeds, returns]]): Step[] => [
    { does: 'asks', who: name },
    { does: 'time passes', hours },
    { does: 'webhooks come', share: 1 },
    ...meanwhile.map((each) => ({ ...each, who: name })),
    ...(given ? [{ does: 'gives a new card', who: name, card: given } as const] : []),
    { does: 'webhooks come', share: 1 },
    { does: 'changes the plan', who: name, plan: 'parley_annual', succeeds },
    { does: 'changes the plan', who: name, plan: 'parley_monthly', succeeds },
    ...(returns ? [{ does: 'changes the plan', who: name, plan: 'parley_annual', succeeds } as const] : []),
  ]);
const steps: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 15, arbitrary: step.map((only) => [only]) },
  { weight: 1, arbitrary: comingBack },
  { weight: 4, arbitrary: switching },
);

const histories: fc.Arbitrary<History> = fc.record({
  seed: fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })),
  ways: fc.record({
    lost: fc.integer({ min: 0, max: 4 }),
    repeated: fc.integer({ min: 0, max: 4 }),
    toldBy: fc.constantFrom('Stripe' as const, 'the nightly job' as const),
  }),
  people: fc.constantFrom(1, 2, 3),
  isAlias: isTrue,
  isTaxed: isTrue,
  // People who never subscribe show nothing.
  steps: fc
    .tuple(subscribing, fc.array(steps, { minLength: 1, maxLength: 9 }))
    .map(([first, others]) => [{ ...first, who: names[0] }, ...others.flat()]),
});
