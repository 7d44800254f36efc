import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { planIds } from '../../../shared/plans.ts';
import type { Part } from '../proof.ts';
import { findingsOf } from './findings.ts';
import { paidInvoices } from './oracle.ts';
import { allArrives } from './world/mail.ts';
import { cards, comeToRest, play } from './world/play.ts';
import type { Scene } from './world/scene.ts';
import type { World } from './world/world.ts';

export async function createInParallel(world: World, { creates }: { creates: number }): Promise<Part> {
  const scene = await world.begin({ ways: { ...allArrives, order: 'any', repeated: 3 } });
  const ada = await scene.add('ada');
  const answers = await Promise.all(
    times(creates, (index) => scene.call('create', ada, { priceId: planIds[index % 8 === 7 ? 1 : 0] })),
  );
  const secrets = new Set(
    answers.filter(({ status }) => status === 200).map(({ body }) => body.clientSecret),
  );
  const faults = answers.filter(({ status }) => status !== 200 && status !== 409).length;
  // A person may give a card in each of several open forms.
  await Promise.all([...secrets].map((secret) => scene.giveCard(secret, cards.good)));
  const came = await Promise.all([
    scene.mail.deliver(1),
    ...times(Math.ceil(creates / 4), () => scene.call('status', ada)),
    ...times(Math.ceil(creates / 4), () => scene.call('create', ada, { priceId: planIds[0] })),
  ]);
  const findings = [...(await comeToRest(scene)), ...(await findingsOf(scene))];
  const customers = scene.account.all('customer').length;
  const subscriptions = scene.account.all('subscription').length;
  if (customers !== 1) findings.push(`${customers} customers`);
  if (subscriptions !== 1) findings.push(`${subscriptions} subscriptions`);
  if (faults > 0) findings.push(`${faults} answers are neither 200 nor 409`);
  if (came.length === 0 || secrets.size === 0) findings.push('nobody was answered');
  return {
    name: `${creates} parallel creates by one user`,
    figures: { customers, subscriptions, 'SetupIntents (one for each plan at a time)': secrets.size },
    findings,
  };
}

export async function abandonTrials(world: World, { people }: { people: number }): Promise<Part> {
  const scene = await world.begin({ ways: { ...allArrives, order: 'any' } });
  const ways = ['asked and refused', 'refused', 'none', 'none'] as const;
  await inTurns(people, async (index) => {
    const who = `person-${index}`;
    await scene.add(who);
    const card = ways[index % ways.length] ?? 'none';
    const plan = planIds[index % 2] ?? 'parley_monthly';
    if (card === 'none') await play(scene, { does: 'looks at the form', who, plan });
    else await play(scene, { does: 'subscribes', who, plan, card, agrees: false });
    await play(scene, { does: 'asks', who });
  });
  await scene.mail.deliver(1);
  await scene.pass(30 * 86_400);
  const findings = [...(await comeToRest(scene)), ...(await findingsOf(scene))];
  const premium = await countPremium(scene);
  const subscriptions = scene.account.all('subscription').length;
  const customers = scene.account.all('customer').length;
  if (premium > 0) findings.push(`${premium} have Premium`);
  if (subscriptions > 0) findings.push(`${subscriptions} subscriptions`);
  if (customers !== people) findings.push(`${customers} customers, of ${people} people who began`);
  return {
    name: `${people} abandoned trials, a month later`,
    figures: { customers, subscriptions, 'with Premium': premium },
    findings,
  };
}

export async function shareCard(world: World, { accounts }: { accounts: number }): Promise<Part> {
  const scene = await world.begin({ ways: { ...allArrives, order: 'any', repeated: 3 } });
  const people = await Promise.all(times(accounts, (index) => scene.add(`person-${index}`)));
  await Promise.all(
    people.map(async (person) => {
      await play(scene, {
        does: 'subscribes',
        who: person.name,
        plan: 'parley_monthly',
        card: 'good',
        agrees: false,
      });
    }),
  );
  await Promise.all([scene.mail.deliver(1), ...people.map((person) => scene.call('status', person))]);
  const findings = [...(await comeToRest(scene)), ...(await findingsOf(scene))];
  const trials = scene.account.all('subscription').length;
  const chargedToday = paidInvoices(scene.account).length;
  const answers = await Promise.all(people.map((person) => scene.call('status', person)));
  const told = answers.filter(({ body }) => body.purchase?.state === 'card_had_trial').length;
  await scene.pass(60 * 86_400);
  findings.push(...(await comeToRest(scene)), ...(await findingsOf(scene)));
  const payers = new Set(paidInvoices(scene.account).map(({ customer }) => customer)).size;
  if (trials !== 1) findings.push(`${trials} trials`);
  if (told !== accounts - 1) findings.push(`${told} are told that the card has had its trial`);
  if (chargedToday > 0) findings.push(`${chargedToday} invoices above zero within the trial`);
  if (payers !== 1) findings.push(`${payers} people have paid something two months later`);
  return {
    name: `one card on ${accounts} accounts`,
    figures: {
      trials,
      'told that it has had one': told,
      'charged in the trial': chargedToday,
      'paying later': payers,
    },
    findings,
  };
}

export async function overtakeSyncs(world: World, { rounds }: { rounds: number }): Promise<Part> {
  const findings: string[] = [];
  let webhooks = 0;
  for (let round = 0; round < rounds; round += 1) {
    const scene = await world.begin({ seed: round, ways: { ...allArrives, order: 'any' } });
    await scene.add('ada');
    await play(scene, {
      does: 'subscribes',
      who: 'ada',
      plan: 'parley_monthly',
      card: 'good',
      agrees: false,
    });
    await comeToRest(scene);
    const [subscription] = scene.account.all('subscription');
    const changeMind = async () => {
      for (let change = 0; change < 6; change += 1) {
        await wait(scene.chance() * 4);
        await scene.stripe.subscriptions.update(String(subscription?.id), {
          cancel_at_period_end: change % 2 === 0,
        });
      }
    };
    await scene.mail.deliverDuring(changeMind());
    findings.push(...(await findingsOf(scene)));
    webhooks += scene.mail.counts.delivered;
  }
  return { name: `syncs that overtake each other, ${rounds} times`, figures: { webhooks }, findings };
}

async function countPremium(scene: Scene): Promise<number> {
  let premium = 0;
  for (const person of scene.people.values()) {
    const { body } = await scene.call('status', person);
    if (body.isPremium) premium += 1;
  }
  return premium;
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Not more at once than a function has connections. */
async function inTurns(count: number, work: (index: number) => Promise<void>): Promise<void> {
  const limited = pLimit(20);
  await Promise.all(times(count, (index) => limited(() => work(index))));
}
