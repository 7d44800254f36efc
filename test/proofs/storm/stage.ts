import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { UsageItem } from '../../../functions/tables/usage.ts';
import type { ProfileItem } from '../../../functions/tables/users.ts';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import type { ProviderHandler } from '../../../infra/local/providers/server.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { toDay } from '../../../shared/dates.ts';
import { apiEvent, lambdaContext, originSecret, siteOrigin } from '../../support/handlers/event.ts';
import { startIssuer } from '../../support/handlers/tokens.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts';

/**
 * Starts the deployed handlers in this process, on a real database behind a lossy proxy, with a provider that counts
 * its calls and a stopped clock. Only one per process: handlers cache what they find.
 *
 * @param options.addressCeiling guests' translations from one address; more than requests at once
 */
export async function startStage({ addressCeiling }: { addressCeiling: number }): Promise<Stage> {
  const provider = { calls: 0, fails: () => false };
  const [database, issuer, standIns] = await Promise.all([
    startDynamoDb(),
    startIssuer(),
    startStandIns({ translate: countingTranslate(provider) }),
  ]);
  const proxy = await startLossyProxy(database.url);
  Object.assign(process.env, standIns.environment, issuer.environment, {
    AWS_ENDPOINT_URL_DYNAMODB: proxy.url,
    SITE_ORIGIN: siteOrigin,
    ORIGIN_SECRET: originSecret,
    SIGNING_SECRET: 'signing-secret-of-the-storms',
    USERS_TABLE: 'users',
    USAGE_TABLE: 'usage',
    CEILINGS: JSON.stringify({
      guestTranslationsPerAddress: addressCeiling,
      guestCharactersPerAddress: 100 * addressCeiling,
    } satisfies Partial<Ceilings>),
  });
  const { handler: translate } = await import('../../../functions/translation/translate.ts');
  const { handler: status } = await import('../../../functions/billing/status.ts');
  const { documentClient } = await import('../../../functions/tables/users.ts');
  const { toPersonKey } = await import('../../../functions/tables/usage.ts');
  const { countTranslations } = await import('../../../functions/tables/grant-item.ts');
  const restoreOutput = muteLog();
  const clock = stoppedClock();

  const usage: Stage['usage'] = async ({ pk }, day = toDay(Date.now())) => {
    const Key = { pk, sk: pk.startsWith('GUEST#') ? 'ALL' : day };
    const { Item } = await documentClient.send(
      new GetCommand({ TableName: 'usage', Key, ConsistentRead: true }),
    );
    return Item as UsageItem | undefined;
  };
  let networks = 0;
  return {
    addressCeiling,
    database: proxy,
    provider,
    clock,
    usage,
    charged: async (caller) => countTranslations(await usage(caller), Date.now()),
    calm: () => {
      proxy.loses = () => false;
      provider.fails = () => false;
    },
    translate: async ({ cookie, address }, { id, text = 'the house is red' } = {}) => {
      const event = apiEvent({
        method: 'POST',
        path: '/api/translate',
        cookies: [cookie],
        headers: { 'x-viewer-address': address, 'idempotency-key': id },
        body: textOf(text),
      });
      const answer = await (translate as Handler)(event, lambdaContext(120_000));
      return { status: answer.statusCode ?? 0, code: JSON.parse(answer.body ?? '{}').code };
    },
    makeFreeUser: async () => {
      const userId = randomUUID();
      const profile: ProfileItem = {
        pk: `USER#${userId}`,
        sk: 'PROFILE',
        kind: 'user',
        createdAt: '2026-11-01T08:00:00.000Z',
        email: `${userId}@parley.example`,
        firstName: 'Ada',
        lastName: 'Lovelace',
      };
      await documentClient.send(new PutCommand({ TableName: 'users', Item: profile }));
      const cookie = `__Host-parley_access=${await issuer.mint({ sub: userId })}`;
      return { pk: toPersonKey({ profile }), cookie, address: '203.0.113.7' };
    },
    makeGuest: async (address = `2001:db8:0:${++networks}::1`) => {
      const event = apiEvent({ method: 'GET', path: '/api/subscription-status' });
      const { cookies = [] } = await (status as Handler)(event, lambdaContext());
      const cookie = cookies[0]?.split(';')[0] ?? '';
      return { pk: `GUEST#${cookie.split(/[=.]/)[1]}`, cookie, address };
    },
    stop: async () => {
      clock.restore();
      restoreOutput();
      await Promise.all([proxy.stop(), issuer.stop(), standIns.stop()]);
      await database.stop();
    },
  };
}

/** Amazon Translate, with faults that the SDK does not retry. */
function countingTranslate(provider: Stage['provider']): ProviderHandler {
  return async (request, response) => {
    const { Text } = (await json(request)) as { Text: string };
    provider.calls++;
    const fails = provider.fails();
    await wait(Math.random() * 20);
    response.writeHead(fails ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(
      JSON.stringify(fails ? { __type: 'InvalidRequestException' } : { TranslatedText: Text.toUpperCase() }),
    );
  };
}

function stoppedClock(): Stage['clock'] & { restore(): void } {
  const real = Date.now;
  let nowMs = noon;
  Date.now = () => nowMs;
  return {
    set: (timeMs) => {
      nowMs = timeMs;
    },
    advance: (ms) => {
      nowMs += ms;
    },
    restore: () => {
      Date.now = real;
    },
  };
}

export const noon = Date.parse('2026-11-20T12:00:00Z');

/** Log lines of thousands of requests would hide the figures. */
function muteLog(): () => void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: []) =>
    String(chunk).startsWith('{"time"') || write(chunk, ...rest)) as typeof process.stdout.write;
  return () => {
    process.stdout.write = write as typeof process.stdout.write;
  };
}

function textOf(text: string) {
  return { text, sourceLanguage: 'en-US', targetLanguage: 'es' };
}

type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

export interface Caller {
  readonly pk: string;
  readonly cookie: string;
  readonly address: string;
}

export interface Answered {
  readonly status: number;
  readonly code: string | undefined;
}

export interface Stage {
  readonly addressCeiling: number;
  readonly database: LossyProxy;
  readonly provider: { calls: number; fails: () => boolean };
  readonly clock: { set(timeMs: number): void; advance(ms: number): void };
  /** Ends losses and faults. */
  calm(): void;
  makeFreeUser(): Promise<Caller>;
  /** @param address a new one by default */
  makeGuest(address?: string): Promise<Caller>;
  translate(caller: Caller, request?: { id?: string; text?: string }): Promise<Answered>;
  usage(caller: Caller, day?: string): Promise<UsageItem | undefined>;
  charged(caller: Caller): Promise<number>;
  stop(): Promise<void>;
}
