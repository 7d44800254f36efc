import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { startProviderProxy } from '../../support/parley/provider-proxy.ts';
import type { Part } from '../proof.ts';
import { findingsOf } from './findings.ts';
import { allArrives, openMail, sealed } from './world/mail.ts';
import { comeToRest, play } from './world/play.ts';
import type { Scene } from './world/scene.ts';
import { type CardKind, cardKinds, type Step } from './world/steps.ts';
import type { World } from './world/world.ts';

/**
 * Kills the webhook's handler after random numbers of its requests to the database and to Stripe, half of them
 * before the last one is carried out. Stripe sends unanswered events again; in the end nothing is lost or
 * doubled.
 */
export async function killWebhook(
  world: World,
  { kills, seed }: { kills: number; seed: number },
): Promise<Part> {
  const scene = await world.begin({ seed });
  const handler = await startKillable(world);
  const post = async (event: object) => {
    const { payload, signature } = sealed(event, world.keys.webhookSecret);
    return handler.post(payload, signature);
  };
  const mail = openMail(scene.account, scene.chance, { ...allArrives, repeated: 1, order: 'any' }, post);
  const disturbed: Scene = { ...scene, mail };
  try {
    let people = 0;
    while (handler.kills() < kills) {
      people += 1;
      const name = `person-${people}`;
      await scene.add(name);
      for (const step of lifeOf(name, scene.chance)) {
        await play(disturbed, step);
        if (handler.kills() < kills) handler.kill(1 + Math.floor(scene.chance() * 16), scene.chance() < 0.5);
        await mail.deliver(1);
      }
    }
    handler.spare();
    const findings = [...(await comeToRest(disturbed)), ...(await findingsOf(scene))];
    return {
      name: `kill -9 of the webhook’s handler at ${handler.kills()} random points (seed ${seed})`,
      figures: {
        people,
        'events handed over': mail.all().length,
        attempts: mail.counts.delivered,
        'requests of the handler': handler.requests(),
        'events never accepted': mail.waiting().length,
        subscriptions: scene.account.all('subscription').length,
      },
      findings,
    };
  } finally {
    await handler.stop();
  }
}

function lifeOf(who: string, chance: () => number): Step[] {
  const pick = <T>(all: readonly T[]) => all[Math.floor(chance() * all.length)] as T;
  // A card has one trial, so most people start at once.
  const card: CardKind = pick(cardKinds);
  const all: Step[][] = [
    [{ does: 'cancels', who }],
    [
      { does: 'cancels', who },
      { does: 'reactivates', who },
    ],
    [{ does: 'time passes', hours: 8 * 24 }],
    [{ does: 'gives a new card', who, card: 'third' }],
    [{ does: 'is ended by the owner', who }],
  ];
  return [
    { does: 'subscribes', who, plan: pick(['parley_monthly', 'parley_annual']), card, agrees: false },
    { does: 'starts now', who },
    ...pick(all),
  ];
}

async function startKillable(world: World) {
  let running: ChildProcess | undefined;
  let [kills, requests, left, answered] = [0, 0, Number.POSITIVE_INFINITY, false];
  const proxy = await startProviderProxy({
    dynamodb: world.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '',
    stripe: world.environment.STRIPE_URL ?? '',
  });
  const env = { ...world.environment, AWS_ENDPOINT_URL_DYNAMODB: proxy.url, STRIPE_URL: proxy.url };
  let current = startHandler(env);
  // It starts while the current one works.
  let next = startHandler(env);

  const kill = () => {
    left = Number.POSITIVE_INFINITY;
    running?.kill('SIGKILL');
    kills += 1;
    current = next;
    next = startHandler(env);
    return 'lost' as const;
  };
  proxy.treat = async (_call, carryOut) => {
    requests += 1;
    left -= 1;
    const kills = left === 0;
    if (kills && !answered) return kill();
    // The handler may be dead by now.
    const answer = await carryOut().catch(() => 'lost' as const);
    return kills ? kill() : answer;
  };

  return {
    kills: () => kills,
    requests: () => requests,
    kill: (after: number, isAnswered: boolean) => {
      left = after;
      answered = isAnswered;
    },
    spare: () => {
      left = Number.POSITIVE_INFINITY;
    },
    /** @returns 0 without an answer */
    post: async (payload: string, signature: string) => {
      const { process: handler, url } = await current;
      running = handler;
      const headers = { 'stripe-signature': signature, 'x-now': `${Date.now()}` };
      return fetch(url, { method: 'POST', body: payload, headers }).then(
        ({ status }) => status,
        () => 0,
      );
    },
    stop: async () => {
      for (const each of [current, next]) {
        const { process: handler } = await each;
        handler.kill();
        if (handler.exitCode === null && handler.signalCode === null) await once(handler, 'exit');
      }
      await proxy.stop();
    },
  };
}

async function startHandler(env: NodeJS.ProcessEnv): Promise<{ process: ChildProcess; url: string }> {
  const handler = fork(new URL('./run.ts', import.meta.url), {
    env: { ...env, PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = (await once(handler, 'message')) as [string];
  return { process: handler, url };
}
