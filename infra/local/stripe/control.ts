import type { IncomingMessage, ServerResponse } from 'node:http';
import { daySeconds } from '../../../shared/dates.ts';
import { isCommand } from '../request.ts';
import type { Account } from './account/account.ts';
import type { Clock } from './account/clock.ts';
import type { Deliveries } from './account/deliveries.ts';
import { answerPayment } from './billing/collection.ts';
import { authenticate } from './cards/setup-intents.ts';
import { invalid, StripeFault } from './faults.ts';

export interface StandIn {
  /** Read-only: change it through `perform`. */
  readonly account: Account;
  readonly clock: Pick<Clock, 'now' | 'advanceTo'>;
  readonly deliveries: Deliveries;
  /** Does what the API cannot do. Resolves when it is saved. */
  perform<Result>(work: () => Result): Promise<Result>;
}

/**
 * Answers what this machine's commands, tests and the payment form ask of the stand-in:
 *
 * - `POST /control/clock` takes `{"advanceDays": 8}`;
 * - `POST /control/webhooks` takes `{"settle": true}`, and answers when every event is delivered;
 * - `POST /control/setup-intents/ID/authenticate`, and `payment-intents`, is the bank's answer to 3-D Secure. It
 *   takes a form with `client_secret` and `succeed`.
 */
export async function answerControl(
  standIn: StandIn,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const send = (status: number, answer: object) => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(answer));
  };
  try {
    send(200, await perform(standIn, request, body));
  } catch (error) {
    if (error instanceof StripeFault) send(error.status, { error: error.body });
    else if (error instanceof RangeError || error instanceof SyntaxError)
      send(400, { message: error.message });
    else throw error;
  }
}

async function perform(standIn: StandIn, request: IncomingMessage, body: string): Promise<object> {
  const { account, clock, deliveries } = standIn;
  const call = `${request.method} ${request.url}`;
  const [, kind, id] = /^POST \/control\/(setup|payment)-intents\/(\w+)\/authenticate$/.exec(call) ?? [];
  if (kind && id) {
    const form = new URLSearchParams(body);
    const answer = kind === 'setup' ? authenticate : answerPayment;
    const succeeds = form.get('succeed') === 'true';
    await standIn.perform(() => answer(account, id, form.get('client_secret'), succeeds));
    return {};
  }
  if (!isCommand(request, account.origin))
    throw new StripeFault(403, { type: 'invalid_request_error', message: 'Only commands may do this.' });
  const { advanceDays, to, settle } = Object(JSON.parse(body));
  if (call === 'POST /control/clock') {
    await clock.advanceTo(to ?? clock.now() + Math.round(advanceDays * daySeconds));
    return { now: clock.now() };
  }
  if (call !== 'POST /control/webhooks' || settle !== true) throw invalid('There is no such command.');
  await deliveries.waitForAll();
  return {};
}
