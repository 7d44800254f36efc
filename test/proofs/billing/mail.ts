import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import type { Account } from '../../../infra/local/stripe/account.ts';
import { isWebhookEvent } from '../../../shared/webhook-events.ts';

/** What becomes of Stripe's webhooks on their way. */
export interface Ways {
  /** Of ten webhooks so many come only when Stripe sends them anew, or the nightly job asks for them. */
  readonly lost: number;
  /** Of ten so many come twice. */
  readonly repeated: number;
  readonly order: 'any' | 'as it happened' | 'reversed';
  /** Who tells of those that were lost: Stripe, which sends them anew, or the nightly job. */
  readonly toldBy: 'Stripe' | 'the nightly job';
}

export const allArrives: Ways = { lost: 0, repeated: 0, order: 'as it happened', toldBy: 'Stripe' };

/** One event on its way to the product. */
interface Letter {
  readonly event: Stripe.Event;
  /** What the product has answered, each time. */
  readonly answers: number[];
}

/** Stripe's webhooks, held until somebody lets them come. */
export interface Mail {
  /** How many webhooks have been handed over, how many of them again, and how many events were lost. */
  readonly counts: { delivered: number; again: number; lost: number };
  /** Lets a share of what is held come, in any order, some twice, up to 3 at once. */
  deliver(share: number): Promise<void>;
  /** Lets everything come as soon as it happens, while something else is done. */
  deliverDuring(work: Promise<unknown>): Promise<void>;
  /** Lets what was lost come with the rest. */
  findLost(): void;
  /** Lets everything come once more that ever came. */
  repeatAll(): Promise<void>;
  /** Takes what Stripe has to tell, which it forgets after 30 days. */
  collect(): void;
  /** What waits and is not lost. */
  waiting(): readonly Letter[];
  lost(): readonly Letter[];
  all(): readonly Letter[];
}

/** @param post hands an event over, and says what it was answered with */
export function openMail(
  account: Account,
  chance: () => number,
  { lost, repeated, order }: Ways,
  post: (event: Stripe.Event) => Promise<number>,
): Mail {
  const counts = { delivered: 0, again: 0, lost: 0 };
  let waiting: Letter[] = [];
  let missing: Letter[] = [];
  const all = new Map<string, Letter>();

  /** What has happened at Stripe since it was last looked. */
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
    const way = inOrder(several);
    while (way.length > 0) {
      const together = order === 'any' ? 1 + Math.floor(chance() * 3) : 1;
      await Promise.all(way.splice(0, together).map(handOverOne));
    }
  };

  const inOrder = (letters: readonly Letter[]) => {
    if (order === 'any') return shuffle(letters, chance);
    return order === 'reversed' ? letters.toReversed() : [...letters];
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
    deliver: async (share) => {
      collect();
      const letters = order === 'any' ? shuffle(waiting, chance) : waiting;
      await handOver(letters.slice(0, Math.ceil(letters.length * share)));
      collect();
    },
    deliverDuring: async (work) => {
      const onTheWay = new Map<Letter, Promise<void>>();
      let isOver = false;
      const over = work.finally(() => {
        isOver = true;
      });
      // It is told below.
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
    waiting: () => waiting,
    lost: () => missing,
    all: () => [...all.values()],
  };
}

/** Bytes and signature, as Stripe sends them. */
export function sealed(event: object, secret: string) {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return { payload, signature };
}

function shuffle<T>(all: readonly T[], chance: () => number): T[] {
  return all
    .map((each) => ({ each, place: chance() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each);
}
