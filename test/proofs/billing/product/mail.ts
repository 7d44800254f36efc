import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Account } from '../../../../infra/local/stripe/account/account.ts';
import { isWebhookEvent } from '../../../../shared/webhook-events.ts';
import { shuffled } from '../../../support/chance.ts';

export interface Ways {
  /** Of ten events, the number that arrive only when Stripe or the nightly job sends them again. */
  readonly lost: number;
  readonly repeated: number;
  readonly toldBy: 'Stripe' | 'the nightly job';
}

/** An event on its way. */
export interface Letter {
  readonly event: Stripe.Event;
  readonly answers: number[];
}

/** Stripe's webhooks, held until a step lets them come. */
export function openMail(
  account: Account,
  chance: () => number,
  { lost, repeated }: Ways,
  post: (event: Stripe.Event) => Promise<number>,
) {
  const counts = { delivered: 0, again: 0, lost: 0 };
  let waiting: Letter[] = [];
  let missing: Letter[] = [];
  const all = new Map<string, Letter>();

  const collect = () => {
    for (const each of account.all('event')) {
      if (all.has(each.id) || !isWebhookEvent(each.type)) continue;
      const letter: Letter = { event: structuredClone(each) as unknown as Stripe.Event, answers: [] };
      all.set(each.id, letter);
      const isLost = chance() < lost / 10;
      (isLost ? missing : waiting).push(letter);
      if (isLost) counts.lost += 1;
    }
  };

  const handOver = async (letters: readonly Letter[]) => {
    const several = letters.flatMap((letter) => (chance() < repeated / 10 ? [letter, letter] : [letter]));
    const way = shuffled(several, chance);
    while (way.length > 0) {
      const together = 1 + Math.floor(chance() * 3);
      await Promise.all(way.splice(0, together).map(handOverOne));
    }
  };

  const handOverOne = async (letter: Letter) => {
    counts.delivered += 1;
    if (letter.answers.length > 0) counts.again += 1;
    const status = await post(letter.event);
    letter.answers.push(status);
    if (status !== 200) return;
    waiting = waiting.filter((each) => each !== letter);
    const event = account.find('event', letter.event.id);
    if (!event || event.pending_webhooks === 0) return;
    event.pending_webhooks = 0;
    account.save('event', event);
  };

  return {
    counts,
    /** Delivers a share of what waits, up to 3 at once. */
    deliver: async (share: number) => {
      collect();
      const letters = shuffled(waiting, chance);
      await handOver(letters.slice(0, Math.ceil(letters.length * share)));
      collect();
    },
    /** Delivers every event at once, while something else is done. */
    deliverDuring: async (work: Promise<unknown>) => {
      const onTheWay = new Map<Letter, Promise<void>>();
      let isOver = false;
      const over = work.finally(() => {
        isOver = true;
      });
      // It is awaited below.
      over.catch(() => {});
      for (let last = false; !last; ) {
        last = isOver;
        collect();
        for (const letter of waiting) {
          if (!onTheWay.has(letter)) onTheWay.set(letter, handOverOne(letter));
        }
        await wait(1);
      }
      await Promise.all([over, ...onTheWay.values()]);
      collect();
    },
    findLost: () => {
      waiting.push(...missing);
      missing = [];
    },
    repeatAll: async () => handOver([...all.values()]),
    collect,
    waiting: (): readonly Letter[] => waiting,
    lost: (): readonly Letter[] => missing,
    all: (): readonly Letter[] => [...all.values()],
  };
}
