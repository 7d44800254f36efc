import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Account } from './account.ts';
import { findEndpoints } from './events.ts';
import type { AccountEvent, Objects } from './objects.ts';

/** Sends eight events at a time, and again every few seconds until they are acknowledged. */
export class Deliveries {
  readonly #account: Account;
  readonly #log: (line: string) => void;
  readonly #limit = pLimit(8);
  readonly #stopping = new AbortController();
  readonly #inProgress = new Map<string, Promise<void>>();
  /** Events that wait for the next retry. */
  readonly #failed = new Set<string>();
  readonly #timer = setInterval(() => this.retryNow(), retryMs).unref();
  #isHeld = false;

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
    for (const event of this.#pending().filter(({ id }) => !this.#failed.has(id))) {
      const running = this.#limit(() => this.#attempt(event))
        .catch((error: unknown) =>
          this.#log(`[stripe] ${error instanceof Error ? error.message : String(error)}`),
        )
        .finally(() => this.#inProgress.delete(event.id));
      this.#inProgress.set(event.id, running);
    }
  }

  retryNow(): void {
    this.#failed.clear();
    this.deliverPending();
  }

  async waitForAll(): Promise<void> {
    this.deliverPending();
    while (this.#inProgress.size > 0 || this.#pending().length > 0) {
      await Promise.all(this.#inProgress.values());
      if (this.#failed.size > 0) await wait(100);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await Promise.all(this.#inProgress.values());
  }

  #pending(): AccountEvent[] {
    const events = this.#account.all('event');
    return events.filter(({ id, pending_webhooks: left }) => left > 0 && !this.#inProgress.has(id));
  }

  async #attempt(event: AccountEvent): Promise<void> {
    const body = JSON.stringify(event, null, 2);
    const endpoints = findEndpoints(this.#account, event.type);
    const acknowledged = await Promise.all(endpoints.map((endpoint) => this.#post(endpoint, body)));
    const pending_webhooks = acknowledged.filter((isAcknowledged) => !isAcknowledged).length;
    this.#account.change('event', event, { pending_webhooks });
    if (pending_webhooks > 0) this.#failed.add(event.id);
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
const retryMs = 5_000;

/** By the real clock: the receiver does not know the stand-in's. */
function sign(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
