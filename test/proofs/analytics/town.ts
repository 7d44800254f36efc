import { documents } from '../../../functions/tables/users.ts';
import { planIds } from '../../../shared/plans.ts';
import { chanceFrom } from '../../support/chance.ts';
import { comeToRest, play } from '../billing/world/play.ts';
import type { Person, Scene } from '../billing/world/scene.ts';
import { cardKinds, type Step, sayStep } from '../billing/world/steps.ts';
import type { World } from '../billing/world/world.ts';
import type { Figures } from '../proof.ts';
import { differences } from './differences.ts';
import { beforeRequests, dieAfter, loseWrites } from './losses.ts';
import { openTruth } from './truth.ts';

export interface TownOptions {
  readonly people: number;
  readonly losses: number;
  readonly seed: number;
}

/**
 * People come to a town, each with a history: they try, subscribe, cancel, come back, fail to pay, leave.
 * Webhooks are late, doubled, out of order or left to the nightly job. Without losses the numbers are right at
 * once; with them, after the job, which is killed a few times and then runs while more happens.
 */
export async function liveThrough(world: World, { people, losses, seed }: TownOptions) {
  const ways = { lost: 2, repeated: 2, order: 'any', toldBy: 'the nightly job' } as const;
  const scene = await world.begin({ seed, ways });
  const town = openTown(scene, chanceFrom(seed + 7));
  const loss = loseWrites(losses > 0 ? [documents] : [], {
    chance: town.chance,
    share: losses,
  });
  try {
    for (let round = 0; round < rounds; round += 1) {
      await town.welcome(Math.ceil(people / rounds));
      await town.liveOn();
      await town.letTimePass();
    }
  } finally {
    loss.stop();
  }
  const findings = await town.rest();
  const wrong = await differences(scene, town.truth.count());
  if (losses === 0) findings.push(...wrong);

  const killed = losses > 0 ? await killRuns(scene, town.chance) : 0;
  const within = await runBusily(town);
  findings.push(...(await town.rest()));
  findings.push(...(await differences(scene, town.truth.count())).map((each) => `after the job: ${each}`));

  const { account, mail } = scene;
  const figures: Figures = {
    people: scene.people.size,
    steps: town.steps(),
    webhooks: mail.counts.delivered,
    subscriptions: account.all('subscription').length,
    'paid invoices': account.all('invoice').filter(({ amount_paid }) => Number(amount_paid) > 0).length,
    'people who left': [...scene.people.values()].filter(({ hasLeft }) => hasLeft).length,
    'writes lost': loss.lost(),
    'numbers wrong before the job': wrong.length,
    'runs killed': killed,
    'events within the job': within,
  };
  return { figures, findings: findings.map((finding) => `seed ${seed}: ${finding}`) };
}

type Town = ReturnType<typeof openTown>;

function openTown(scene: Scene, chance: () => number) {
  const truth = openTruth(scene);
  let steps = 0;
  const pick = <T>(all: readonly T[]) => all[Math.floor(chance() * all.length)] as T;
  const there = () => [...scene.people.values()].filter(({ hasLeft }) => !hasLeft);

  const act = async (person: Person) => {
    steps += 1;
    const step = stepOf(person.name, pick, chance);
    await play(scene, step);
    // Removing an account may take several attempts.
    for (let again = 0; step.does === 'removes the account' && !person.hasLeft; again += 1) {
      if (again === 50) throw new Error(`${sayStep(step)} never comes to an end`);
      await play(scene, step);
    }
  };
  const deliver = async (share: number) => {
    await scene.mail.deliver(share);
    await truth.look();
  };
  const signUp = async () => {
    await scene.signUp(`person-${scene.people.size + 1}`);
    truth.signedUp();
  };

  return {
    scene,
    truth,
    chance,
    steps: () => steps,
    welcome: async (people: number) => {
      for (let come = 0; come < people; come += 1) await signUp();
    },
    liveOn: async () => {
      await scene.forgetCards();
      const busy = there().filter(() => chance() < 0.5);
      while (busy.length > 0) {
        const together = busy.splice(0, pick([1, 1, 2, 3]));
        await Promise.all(together.map(act));
        await truth.look(together);
        if (chance() < 0.1) await deliver(0.5);
      }
    },
    liveAMoment: async () => {
      const person = pick(there());
      if (chance() < 0.2) return deliver(0.3);
      if (chance() < 0.1 || !person) return signUp();
      await act(person);
      await truth.look([person]);
    },
    letTimePass: async () => {
      await deliver(pick([0.5, 1]));
      // Stripe forgets events after 30 days.
      for (let hours = pick(spans); hours > 0; hours -= tenDaysHours) {
        await scene.pass(Math.min(hours, tenDaysHours) * 3_600);
        await truth.look();
        await deliver(1);
        await scene.runJob().catch(() => {});
        await truth.look();
      }
      if (chance() < 0.5) await scene.recount().catch(() => {});
    },
    rest: async () => {
      const restless = await comeToRest(scene);
      await truth.look();
      return restless;
    },
  };
}

const rounds = 14;
const tenDaysHours = 240;
const spans = [0.05, 1.1, 25, 73, 7 * 24, 7 * 24 + 1.1, 9 * 24, 16 * 24, 32 * 24];

function stepOf(who: string, pick: <T>(all: readonly T[]) => T, chance: () => number): Step {
  const plan = pick(planIds);
  const card = chance() < 0.6 ? pick(['good', 'other'] as const) : pick(cardKinds);
  const all: [number, Step][] = [
    [14, { does: 'subscribes', who, plan, card, agrees: chance() < 0.5 }],
    [3, { does: 'starts now', who }],
    [4, { does: 'asks', who }],
    [3, { does: 'cancels', who }],
    [2, { does: 'reactivates', who }],
    [2, { does: 'gives a new card', who, card }],
    [2, { does: 'removes the account', who }],
    [1, { does: 'is ended by the owner', who }],
    [1, { does: 'is set to end by the owner', who, days: pick([1, 6, 20]) }],
    [1, { does: 'loses the card', who }],
    [1, { does: 'is deleted as a customer', who }],
  ];
  return pick(all.flatMap(([weight, step]) => Array<Step>(weight).fill(step)));
}

async function killRuns(scene: Scene, chance: () => number): Promise<number> {
  let killed = 0;
  for (let kill = 0; kill < 3; kill += 1) {
    const revive = dieAfter([documents], {
      requests: Math.floor(chance() * 60),
      answered: chance() < 0.5,
    });
    await scene.recount().catch(() => {
      killed += 1;
    });
    revive();
  }
  return killed;
}

async function runBusily({ scene, chance, liveAMoment }: Town): Promise<number> {
  let happened = 0;
  let isHappening = false;
  const stop = beforeRequests([documents], async () => {
    // These requests reach the database as well.
    if (isHappening || happened === 30 || chance() < 0.4) return;
    isHappening = true;
    happened += 1;
    await liveAMoment();
    isHappening = false;
  });
  try {
    await scene.recount();
  } finally {
    stop();
  }
  return happened;
}
