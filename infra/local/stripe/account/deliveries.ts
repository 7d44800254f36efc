import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Account } from './account.ts';
import { findEndpoints } from './events.ts';
import type { AccountEvent } from './objects.ts';

/**
 * Sends events to the webhook endpoints, eight at a time. An answer other than 2xx within 10 seconds means another
 * attempt, first after a second and then after twice as long, up to a minute, 16 times.
 */
export class Deliveries {
  readonly #account: Account;
  readonly #say: (line: string) => void;
  readonly #limit = pLimit(8);
  readonly #stopping = new AbortController();
  /** Events that are being sent, or wait for their next attempt. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #givenUp = new Set<string>();
  #isHeld = false;
  #hurried = Promise.withResolvers<void>();

  constructor(account: Account, say: (line: string) => void) {
    this.#account = account;
    this.#say = say;
  }

  /** Sends nothing more until `release`. */
  hold(): void {
    this.#isHeld = true;
    this.hurry();
  }

  /** Sends the held events one after the other; later ones go as usual. */
  async release(): Promise<void> {
    this.#isHeld = true;
    for (const event of this.#pending()) await this.#start(event);
    this.#isHeld = false;
    this.wake();
  }

  /** Sends new events. */
  wake(): void {
    if (this.#isHeld || this.#stopping.signal.aborted) return;
    for (const event of this.#pending()) this.#start(event);
  }

  /** Tries again now. */
  hurry(): void {
    this.#hurried.resolve();
    this.#hurried = Promise.withResolvers();
  }

  /** Resolves when every event is acknowledged, given up or held. */
  async settled(): Promise<void> {
    this.wake();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#underWay.values());
  }

  #pending(): AccountEvent[] {
    const isOver = (id: string) => this.#underWay.has(id) || this.#givenUp.has(id);
    return this.#account.all('event').filter((event) => event.pending_webhooks > 0 && !isOver(event.id));
  }

  /** @returns a promise of the first attempt */
  #start(event: AccountEvent): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = this.#deliver(event, resolve)
      .catch((error: Error) => this.#say(`[stripe] ${error.message}`))
      .finally(() => {
        this.#underWay.delete(event.id);
        resolve();
      });
    this.#underWay.set(event.id, running);
    return promise;
  }

  async #deliver(event: AccountEvent, attempted: () => void): Promise<void> {
    const { signal } = this.#stopping;
    const acknowledged = new Set<string>();
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await this.#limit(() => this.#attempt(event, acknowledged));
      attempted();
      if (event.pending_webhooks === 0 || signal.aborted) return;
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1));
      const pause = wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      await Promise.race([pause, this.#hurried.promise]);
      if (this.#isHeld || signal.aborted) return;
    }
    this.#givenUp.add(event.id);
    this.#say(`[stripe] ${event.type} was given up after ${maxAttempts} attempts.`);
  }

  async #attempt(event: AccountEvent, acknowledged: Set<string>): Promise<void> {
    const left = findEndpoints(this.#account, event.type).filter(({ id }) => !acknowledged.has(id));
    for (const { id, url, secret } of left) {
      if (await this.#post(url, secret, JSON.stringify(event, null, 2))) acknowledged.add(id);
    }
    const pending_webhooks = left.filter(({ id }) => !acknowledged.has(id)).length;
    this.#account.change('event', event, { pending_webhooks });
    await this.#account.written();
  }

  /** @returns whether it was acknowledged */
  async #post(url: string, secret: string, body: string): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (stand-in)',
          'stripe-signature': sign(body, secret),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(patienceMs)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}

const patienceMs = 10_000;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;
const maxAttempts = 16;

/** By the real time, because the receiver does not know the stand-in's clock. */
function sign(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
