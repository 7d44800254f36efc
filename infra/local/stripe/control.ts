import type { IncomingMessage, ServerResponse } from 'node:http';
import { daySeconds } from '../../../shared/dates.ts';
import { isLocalCommand, sendJson } from '../gateway/request.ts';
import type { Account } from './account/account.ts';
import type { Deliveries } from './account/deliveries.ts';
import { verifyPayment } from './billing/collection.ts';
import type { Clock } from './billing/due.ts';
import { closeDispute, openDispute } from './billing/reversals.ts';
import { verifySetup } from './cards/setup-intents.ts';
import { invalid, StripeError } from './errors.ts';

export interface StandIn {
  /** Read-only: change it through `perform`. */
  readonly account: Account;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  /** Changes the account without an HTTP call. Resolves when the change is saved. */
  perform<Result>(work: () => Result): Promise<Result>;
}

/**
 * Handles commands from this machine, from tests and from the payment form:
 *
 * - `POST /control/clock` takes `{"advanceDays": 8}`;
 * - `POST /control/webhooks` responds when every event is delivered;
 * - `POST /control/disputes` takes `{"charge": "ch_1"}`, and `{"dispute": "du_1", "status": "won"}` or `lost`;
 * - `POST /control/setup-intents/ID/authenticate`, or `payment-intents`, reports the result of 3-D Secure, as a
 *   form with `client_secret` and `succeed`.
 */
export async function handleCommand(
  standIn: StandIn,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  try {
    sendJson(response, 200, await perform(standIn, request, body));
  } catch (error) {
    if (error instanceof StripeError) sendJson(response, error.status, { error: error.body });
    else if (error instanceof RangeError || error instanceof SyntaxError)
      sendJson(response, 400, { message: error.message });
    else throw error;
  }
}

async function perform(standIn: StandIn, request: IncomingMessage, body: string): Promise<object> {
  const { account, clock, deliveries } = standIn;
  const call = `${request.method} ${request.url}`;
  const [, kind, id] = /^POST \/control\/(setup|payment)-intents\/(\w+)\/authenticate$/.exec(call) ?? [];
  if (kind && id) {
    const form = new URLSearchParams(body);
    const verify = kind === 'setup' ? verifySetup : verifyPayment;
    const isVerified = form.get('succeed') === 'true';
    await standIn.perform(() => verify(account, id, form.get('client_secret'), isVerified));
    return {};
  }
  if (!isLocalCommand(request, account.origin))
    throw new StripeError(403, { type: 'invalid_request_error', message: 'Local commands only.' });
  const { advanceDays, to, charge, dispute, status } = Object(JSON.parse(body));
  switch (call) {
    case 'POST /control/clock':
      await clock.advanceTo(to ?? clock.now() + Math.round(advanceDays * daySeconds));
      // Retries are timed by the real clock.
      deliveries.retryNow();
      return { now: clock.now() };
    case 'POST /control/webhooks':
      await deliveries.waitForAll();
      return {};
    case 'POST /control/disputes':
      return standIn.perform(() =>
        charge ? openDispute(account, charge) : closeDispute(account, dispute, status),
      );
    default:
      throw invalid('There is no such command.');
  }
}
