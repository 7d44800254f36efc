import { TranslateClient } from '@aws-sdk/client-translate';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test, vi } from 'vitest';
import { meterClip } from '../../../functions/speech/meter.ts';
import { handler } from '../../../functions/translation/translate.ts';
import { call, premium, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { profileOf } from '../../support/people/profiles.ts';

const { user, guest, put } = await startInProcess();

beforeEach(() => {
  vi.spyOn(TranslateClient.prototype, 'send').mockImplementation(async () => ({ TranslatedText: 'la casa' }));
});

const slots = ['Get speech SLOTS', 'Update speech SLOTS'];
const limited = ['Update usage ADDRESS', 'Update usage GROUP'];

test.for([
  ['guest', async () => guest(), ['Update usage GUEST', ...limited, 'Update usage GUEST']],
  ['refused guest', usedUpGuest, ['Update usage GUEST', 'Get usage GUEST']],
  ['free', () => user(), ['Get users PROFILE', 'Update usage USER', ...limited, 'Update usage USER']],
  ['refused free', usedUpUser, ['Get users PROFILE', 'Update usage USER', 'Get usage USER']],
  // The last read finds out whether the account was deleted in between.
  [
    'Premium',
    () => user(premium),
    ['Get users PROFILE', 'Update usage USER', 'Update usage USER', 'Put users HISTORY', 'Get users PROFILE'],
  ],
] as const)(
  'a translation of a caller who is %s makes these calls, one after the other',
  async ([, create, calls]) => {
    const someone = await create();
    const asked = recordCalls();
    await translate(someone);
    expect(asked).toEqual(calls);
  },
);

test.for([
  ['guest', [...slots, ...slots, 'Update usage GUEST', ...limited]],
  ['free', [...slots, ...slots, 'Update usage USER', ...limited]],
  ['premium', [...slots, 'Update usage USER', 'Update usage USER']],
] as const)('a clip of a caller who is %s makes these calls', async ([kind, calls]) => {
  const id = '01KAK8Q1M0000000000000000A';
  const request = {
    requestId: '',
    address: '203.0.113.9',
    signal: AbortSignal.timeout(9_000),
    cookies: {} as never,
  };
  const profile = { ...profileOf(id), ...(kind === 'premium' && premium) };
  const caller =
    kind === 'guest'
      ? { ...request, kind, guestId: id }
      : { ...request, kind, userId: id, sessionId: '', groups: [], profile };
  const asked = recordCalls();
  await meterClip(caller, 3, async () => {});
  const freed = kind === 'premium' ? 1 : 2;
  expect(asked.slice(0, -freed).toSorted()).toEqual([...calls].toSorted());
  expect(asked.slice(-freed)).toEqual(Array(freed).fill('Update speech SLOTS'));
});

async function usedUpGuest(): Promise<Someone> {
  const someone = guest();
  await put('usage', { pk: someone.counters, sk: 'ALL', used: 3 });
  return someone;
}

async function usedUpUser(): Promise<Someone> {
  const someone = await user();
  await put('usage', { pk: someone.counters, sk: new Date().toISOString().slice(0, 10), used: 10 });
  return someone;
}

function translate(someone: Someone) {
  const body = { text: 'the house', sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
  return call(handler, { method: 'POST', path: '/api/translate', body }, someone);
}

/** Of every client, in order: the operation, the table, and what the key begins with. */
function recordCalls(): string[] {
  const asked: string[] = [];
  const real = DynamoDBDocumentClient.prototype.send;
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
    this: DynamoDBDocumentClient,
    ...given: unknown[]
  ) {
    const command = given[0] as { constructor: { name: string }; input: Input };
    const { input } = command;
    const { pk, sk } = input.Key ?? input.Item ?? { pk: '', sk: '' };
    const table = input.TableName;
    const kind = pk.split('#', 1)[0]?.replace(/GUESTS|FREE/, 'GROUP');
    asked.push(
      `${command.constructor.name.replace('Command', '')} ${table} ${table === 'usage' ? kind : sk.split('#', 1)[0]}`,
    );
    return Reflect.apply(real, this, given) as never;
  });
  return asked;
}

interface Input {
  readonly TableName: string;
  readonly Key?: Record<'pk' | 'sk', string>;
  readonly Item?: Record<'pk' | 'sk', string>;
}
