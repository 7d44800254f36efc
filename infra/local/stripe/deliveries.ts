import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import type { Delivery } from './account.ts';
import type { OpenAccount } from './open-account.ts';

/**
 * Events on their way to the webhook endpoints. Left alone, each is sent at once, several at a time; what is not
 * acknowledged with 2xx within 10 seconds is sent again after a second, then after twice as long each time, up to
 * a minute; after 16 attempts it is given up. All that Stripe does not promise can be had on request: another order,
 * events that come more than once, or never.
 */
export interface Deliveries {
  /** From now on nothing is sent. */
  hold(): void;
  /** Sends what is held, one after the other, and then as usual again. */
  release(how?: Release): Promise<void>;
  /** What becomes of each new event until something else is said; nothing unusual where nothing is given. */
  disturb(how: Disturbance): void;
  /** Sends events once more: those of these ids, or all that were lost or given up. */
  replay(which: 'undelivered' | readonly string[]): void;
  report(): DeliveryReport[];
  /** When everything has been acknowledged, lost or given up; what is held is not waited for. */
  settled(): Promise<void>;
}

/** Chances are from 0 to 1. */
interface Disturbance {
  /** How often each is sent; 1 where nothing is said. */
  readonly repeat?: number | undefined;
  /** The chance of each to be lost. */
  readonly lose?: number | undefined;
  /** Numbers from 0 to 1; `Math.random` where nothing is said. */
  readonly chance?: (() => number) | undefined;
}

interface Release extends Disturbance {
  /** As they happened, where nothing is said; a list names events by ids or types, and the others follow. */
  readonly order?: 'happened' | 'reversed' | 'shuffled' | readonly string[] | undefined;
}

interface DeliveryReport extends Pick<Delivery, 'event' | 'endpoint' | 'state' | 'attempts'> {
  readonly type: string;
  readonly lastStatus: number | null;
}

/** Deliveries for the stand-in itself. */
export interface RunningDeliveries extends Deliveries {
  /** Sends what is new. */
  wake(): void;
  /** Tries at once what is waiting for its next attempt. */
  hurry(): void;
  stop(): Promise<void>;
}

export function startDeliveries(account: OpenAccount, say: (line: string) => void): RunningDeliveries {
  const atOnce = pLimit(8);
  const stopping = new AbortController();
  /** Those that are being sent, or will be by themselves. */
  const taken = new Set<string>();
  const retries = new Map<string, { timer: NodeJS.Timeout; run: () => void }>();
  const running = new Set<Promise<void>>();
  const waiting = new Set<() => void>();
  let isHeld = false;
  let disturbance: Disturbance = {};

  const pending = () =>
    account.all('delivery').filter(({ id, state }) => state === 'pending' && !taken.has(id));

  const deliveries: RunningDeliveries = {
    hold: () => {
      isHeld = true;
    },
    release: async (how = {}) => {
      isHeld = true;
      const sequence = sequenceOf(pending(), how);
      for (const delivery of sequence) taken.add(delivery.id);
      await track(sendInTurn(sequence));
      isHeld = false;
      deliveries.wake();
    },
    disturb: (how) => {
      disturbance = how;
    },
    replay: (which) => {
      for (const delivery of account.all('delivery')) {
        const isWanted =
          which === 'undelivered'
            ? delivery.state === 'lost' || delivery.state === 'failed'
            : which.includes(delivery.event) && !taken.has(delivery.id);
        if (isWanted) change(delivery, { state: 'pending', attempts: 0 });
      }
      deliveries.wake();
    },
    report: () =>
      account.all('delivery').map(({ event, endpoint, state, attempts, last_status }) => ({
        event,
        type: account.find('event', event)?.type ?? '',
        endpoint,
        state,
        attempts,
        lastStatus: last_status,
      })),
    settled: async () => {
      deliveries.wake();
      while (taken.size > 0 || running.size > 0) {
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    wake: () => {
      if (isHeld || stopping.signal.aborted) return;
      const { repeat = 1 } = disturbance;
      for (const delivery of notLost(pending(), disturbance)) {
        taken.add(delivery.id);
        for (let copy = 0; copy < repeat; copy += 1) track(atOnce(() => sendUnlessHeld(delivery)));
      }
    },
    hurry: () => {
      for (const { run } of retries.values()) run();
    },
    stop: async () => {
      stopping.abort();
      for (const { timer } of retries.values()) clearTimeout(timer);
      taken.clear();
      await Promise.all(running);
    },
  };
  return deliveries;

  function track(work: Promise<void>): Promise<void> {
    const done = work
      .catch((error: Error) => say(`[stripe] ${error.message}`))
      .finally(() => {
        running.delete(done);
        for (const resolve of waiting) resolve();
        waiting.clear();
      });
    running.add(done);
    return done;
  }

  async function sendInTurn(sequence: readonly Delivery[]): Promise<void> {
    for (const delivery of sequence) await send(delivery);
  }

  function sequenceOf(
    held: readonly Delivery[],
    { order = 'happened', repeat = 1, chance = Math.random, ...how }: Release,
  ): Delivery[] {
    const each = notLost(held, { ...how, chance }).flatMap((delivery) =>
      Array.from({ length: repeat }, () => delivery),
    );
    if (order === 'happened') return each;
    if (order === 'reversed') return each.toReversed();
    if (order === 'shuffled') return shuffled(each, chance);
    const rank = ({ event }: Delivery) => {
      const type = account.find('event', event)?.type;
      const place = order.findIndex((name) => name === event || name === type);
      return place === -1 ? order.length : place;
    };
    return each.toSorted((one, other) => rank(one) - rank(other));
  }

  /** Without those that get lost now. */
  function notLost(given: readonly Delivery[], { lose = 0, chance = Math.random }: Disturbance): Delivery[] {
    return given.filter((delivery) => {
      const isLost = lose > 0 && chance() < lose;
      if (isLost) change(delivery, { state: 'lost' });
      return !isLost;
    });
  }

  async function sendUnlessHeld(delivery: Delivery): Promise<void> {
    if (!isHeld) return send(delivery);
    taken.delete(delivery.id);
  }

  /** One attempt. */
  async function send(delivery: Delivery): Promise<void> {
    const event = account.find('event', delivery.event);
    const endpoint = account.find('webhook_endpoint', delivery.endpoint);
    if (stopping.signal.aborted) return;
    if (!event || endpoint?.status !== 'enabled') return settle(delivery, { state: 'failed' });
    const status = await post(endpoint.url, endpoint.secret, JSON.stringify(event, null, 2));
    if (stopping.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    const seen = { attempts, last_status: status };
    if (status !== null && status >= 200 && status < 300)
      return settle(delivery, { ...seen, state: 'delivered' });
    // A copy of it has come through.
    if (delivery.state === 'delivered') return;
    if (attempts >= maxAttempts) {
      say(`[stripe] ${event.type} was given up after ${attempts} attempts.`);
      return settle(delivery, { ...seen, state: 'failed' });
    }
    change(delivery, seen);
    retryLater(delivery, Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1)));
  }

  /** @returns the status; null where there was no answer */
  async function post(url: string, secret: string, body: string): Promise<number | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (stand-in)',
          'stripe-signature': signatureOf(body, secret),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(patienceMs)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  }

  function retryLater(delivery: Delivery, pauseMs: number): void {
    clearTimeout(retries.get(delivery.id)?.timer);
    const run = () => {
      clearTimeout(timer);
      retries.delete(delivery.id);
      track(atOnce(() => sendUnlessHeld(delivery)));
    };
    const timer = setTimeout(run, pauseMs).unref();
    retries.set(delivery.id, { timer, run });
  }

  function settle(delivery: Delivery, changes: Partial<Delivery>): void {
    clearTimeout(retries.get(delivery.id)?.timer);
    retries.delete(delivery.id);
    taken.delete(delivery.id);
    change(delivery, changes);
  }

  function change(delivery: Delivery, changes: Partial<Delivery>): void {
    Object.assign(delivery, changes);
    account.save('delivery', delivery);
    const event = account.find('event', delivery.event);
    if (event) {
      const others = account.all('delivery').filter((each) => each.event === event.id);
      event.pending_webhooks = others.filter(({ state }) => state !== 'delivered').length;
      account.save('event', event);
    }
    account.written().catch((error: Error) => say(`[stripe] ${error.message}`));
  }
}

const patienceMs = 10_000;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
const maxAttempts = 16;

/** Of the real time: whoever checks it does not know of ours. */
function signatureOf(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

function shuffled<Item>(items: readonly Item[], chance: () => number): Item[] {
  return items
    .map((item) => ({ item, at: chance() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
