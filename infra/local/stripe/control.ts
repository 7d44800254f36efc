import type { IncomingMessage, ServerResponse } from 'node:http';
import { StripeFault } from './account.ts';
import type { Clock } from './clock.ts';
import { answerPayment } from './collection.ts';
import type { Deliveries } from './deliveries.ts';
import type { OpenAccount } from './open-account.ts';
import { authenticate } from './setup-intents.ts';

/**
 * What this machine's own commands and tests ask of the stand-in, as JSON:
 *
 * - `GET /control/clock` answers `{"now": seconds since 1970}`; `POST` takes `{"advanceDays": 8}` or `{"to": seconds}`;
 * - `GET /control/webhooks` answers what became of each event; `POST` takes `{"hold": true}`, `{"release": {…}}`,
 *   `{"disturb": {…}}`, `{"replay": "undelivered" | […]}` or `{"settle": true}`, as `deliveries.ts` says;
 * - `POST /control/setup-intents/ID/authenticate`, and `payment-intents`, takes `{"client_secret": "…", "succeed": true}`, and ends the
 *   challenge of 3-D Secure: for whoever has the secret.
 */
export interface Control {
  answer(request: IncomingMessage, response: ServerResponse, body: string): Promise<void>;
}

export function createControl(
  account: OpenAccount,
  clock: Clock,
  deliveries: Deliveries,
  commit: () => Promise<void>,
): Control {
  const commands: Record<string, (wish: Wish) => Promise<object> | object> = {
    'GET /control/clock': () => ({ now: clock.now() }),
    'POST /control/clock': async ({ advanceDays, to }) => {
      const target = typeof advanceDays === 'number' ? clock.now() + Math.round(advanceDays * 86_400) : to;
      if (typeof target !== 'number' || !Number.isInteger(target)) {
        throw new Refusal('{"advanceDays": number} or {"to": seconds since 1970}');
      }
      await clock.advanceTo(target);
      return { now: clock.now() };
    },
    'GET /control/webhooks': () => ({ deliveries: deliveries.report() }),
    'POST /control/webhooks': async (wish) => {
      await direct(deliveries, wish);
      return { deliveries: deliveries.report() };
    },
  };

  return {
    answer: async (request, response, body) => {
      const [path = ''] = (request.url ?? '').split('?', 1);
      try {
        const wish = readWish(request, body);
        const [, kind, id] = /^\/control\/(setup|payment)-intents\/(\w+)\/authenticate$/.exec(path) ?? [];
        if (id && request.method === 'POST') {
          const succeeds = wish.succeed === true || wish.succeed === 'true';
          const answer = kind === 'setup' ? authenticate : answerPayment;
          const work = () => answer(account, id, wish.client_secret, succeeds);
          const { status } = account.at(account.now(), work);
          await commit();
          return sendJson(response, 200, { id, status });
        }
        // A page can send this header to its own site only.
        const isOwn =
          request.headers['x-parley-local'] === '1' && `http://${request.headers.host}` === account.origin;
        if (!isOwn) return sendJson(response, 403, { message: 'This is for commands on this machine.' });
        const name = `${request.method} ${path}`;
        const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
        if (!command) return sendJson(response, 404, { message: 'There is no such command.' });
        sendJson(response, 200, await command(wish));
      } catch (error) {
        if (error instanceof StripeFault) return sendJson(response, error.status, { error: error.body });
        if (!(error instanceof Refusal || error instanceof RangeError)) throw error;
        sendJson(response, 400, { message: error.message });
      }
    },
  };
}

/** @throws Refusal */
async function direct(deliveries: Deliveries, wish: Wish): Promise<void> {
  const { hold, release, disturb, replay, settle } = wish;
  if (hold === true) deliveries.hold();
  else if (isWish(release))
    await deliveries.release({ ...chancesOf(release), order: orderOf(release.order) });
  else if (isWish(disturb)) deliveries.disturb(chancesOf(disturb));
  else if (replay === 'undelivered' || isWords(replay)) deliveries.replay(replay);
  else if (settle === true) await deliveries.settled();
  else
    throw new Refusal('{"hold": true}, {"release": {}}, {"disturb": {}}, {"replay": …} or {"settle": true}');
}

function chancesOf({ repeat, lose }: Wish): { repeat: number | undefined; lose: number | undefined } {
  if (repeat !== undefined && !(Number.isInteger(repeat) && Number(repeat) >= 1 && Number(repeat) <= 100)) {
    throw new Refusal('"repeat" is a whole number from 1 to 100.');
  }
  if (lose !== undefined && !(typeof lose === 'number' && lose >= 0 && lose <= 1)) {
    throw new Refusal('"lose" is a number from 0 to 1.');
  }
  return { repeat: repeat as number | undefined, lose: lose as number | undefined };
}

function orderOf(order: unknown) {
  const known = (['happened', 'reversed', 'shuffled'] as const).find((each) => each === order);
  if (known || order === undefined) return known;
  if (isWords(order)) return order;
  throw new Refusal('"order" is "happened", "reversed", "shuffled", or a list of ids and types of events.');
}

type Wish = Readonly<Record<string, unknown>>;

class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** A form has words only, and is what a page can send without asking first. */
function readWish({ headers }: IncomingMessage, body: string): Wish {
  if (body === '') return {};
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  try {
    const wish: unknown = JSON.parse(body);
    if (isWish(wish)) return wish;
  } catch {
    // The same sentence.
  }
  throw new Refusal('The body is a JSON object.');
}

function isWish(value: unknown): value is Wish {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
