import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Account } from './account.ts';
import { findEndpoints } from './events.ts';
import type { AccountEvent, Objects } from './objects.ts';

/** Sends eight events at a time. Retries after a second, then doubles the delay, up to a minute. */
export class Deliveries {
  readonly #account: Account;
  readonly #log: (line: string) => void;
  readonly #limit = pLimit(8);
  readonly #stopping = new AbortController();
  readonly #inProgress = new Map<string, Promise<void>>();
  #isHeld = false;
  #retryRequested = Promise.withResolvers<void>();

  constructor(account: Account, log: (line: string) => void) {
    this.#account = account;
    this.#log = log;
  }

  hold(): void {
    this.#isHeld = true;
  }

  async sendHeld(): Promise<void> {
    for (const event of this.#pending()) await this.#attempt(event);
  }

  deliverPending(): void {
    if (this.#isHeld || this.#stopping.signal.aborted) return;
    for (const event of this.#pending()) {
      const running = this.#deliver(event)
        .catch((error: Error) => this.#log(`[stripe] ${error.message}`))
        .finally(() => this.#inProgress.delete(event.id));
      this.#inProgress.set(event.id, running);
    }
  }

  retryNow(): void {
    this.#retryRequested.resolve();
    this.#retryRequested = Promise.withResolvers();
  }

  async waitForAll(): Promise<void> {
    this.deliverPending();
    while (this.#inProgress.size > 0) await Promise.all(this.#inProgress.values());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#inProgress.values());
  }

  #pending(): AccountEvent[] {
    const events = this.#account.all('event');
    return events.filter(({ id, pending_webhooks: left }) => left > 0 && !this.#inProgress.has(id));
  }

  async #deliver(event: AccountEvent): Promise<void> {
    const { signal } = this.#stopping;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, 2 * pauseMs)) {
      await this.#limit(() => this.#attempt(event));
      if (event.pending_webhooks === 0 || signal.aborted) return;
      const pause = wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      await Promise.race([pause, this.#retryRequested.promise]);
      if (signal.aborted) return;
    }
  }

  async #attempt(event: AccountEvent): Promise<void> {
    const body = JSON.stringify(event, null, 2);
    const endpoints = findEndpoints(this.#account, event.type);
    const acknowledged = await Promise.all(endpoints.map((endpoint) => this.#post(endpoint, body)));
    const pending_webhooks = acknowledged.filter((isAcknowledged) => !isAcknowledged).length;
    this.#account.change('event', event, { pending_webhooks });
    await this.#account.flush();
  }

  async #post({ url, secret }: Objects['webhook_endpoint'], body: string): Promise<boolean> {
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
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}

const timeoutMs = 10_000;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** By the real clock: the receiver does not know the stand-in's. */
function sign(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
