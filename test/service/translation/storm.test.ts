import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countTranslations } from '../../../functions/tables/grant-item.ts';
import type { UsageItem } from '../../../functions/tables/usage.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { limits } from '../../../shared/limits.ts';
import { chanceFrom } from '../../support/chance.ts';
import { call, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { startLossyProxy } from '../../support/parley/provider-proxy.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

/** Many concurrent requests, while answers of the database are lost and the provider fails. */
const provider = { calls: 0, isLost: () => false, onCall: () => {} };
const standIns = await startStandIns({
  translate: async (request, response) => {
    const { Text } = (await json(request)) as { Text: string };
    provider.calls++;
    provider.onCall();
    // The SDK does not retry this fault.
    const isLost = provider.isLost();
    await wait(Math.random() * 20);
    response.writeHead(isLost ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(isLost ? { __type: 'InvalidRequestException' } : { TranslatedText: Text }));
  },
});
const { user, guest, item } = await startInProcess();
const proxy = await startLossyProxy(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '');
afterAll(() => Promise.all([standIns.stop(), proxy.stop()]));
for (const [name, value] of Object.entries(standIns.environment)) vi.stubEnv(name, value);
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
const perAddress = 15;
const ceilings: Partial<Ceilings> = { guestTranslationsPerAddress: perAddress };
vi.stubEnv('CEILINGS', JSON.stringify(ceilings));
const { handler } = await import('../../../functions/translation/translate.ts');

const noon = Date.parse('2026-11-20T12:00:00Z');
let networks = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  provider.calls = 0;
});
afterEach(() => {
  vi.useRealTimers();
  calm();
});

test('concurrent requests are answered exactly up to the limit', async () => {
  for (const [limit, someone] of await callers()) {
    provider.calls = 0;
    const answers = await storm(someone, 30);
    expect(answers.filter(isGood)).toHaveLength(limit);
    expect(answers.filter(({ body }) => body.code?.endsWith('limit_reached'))).toHaveLength(30 - limit);
    expect(provider.calls).toBe(limit);
    expect(await usageOf(someone)).toMatchObject({ used: limit });
  }
});

test.each([0.2, 0.7])(
  'callers pay for exactly what is answered while %d of the answers to writes are lost',
  async (share) => {
    const chance = chanceFrom(1);
    for (const [limit, someone] of await callers()) {
      proxy.loses = (action) => chance() < (action === 'UpdateItem' ? share : 0.2);
      provider.isLost = () => chance() < 0.1;
      const answers = await storm(someone, 30);
      calm();
      expect(answers.filter(({ status }) => status === 500)).toEqual([]);
      const answered = answers.filter(isGood).length;
      // The grants of requests that broke off have lapsed.
      vi.setSystemTime(Date.now() + 61_000);
      expect(countTranslations(await usageOf(someone), Date.now())).toBe(answered);
      let rest = 0;
      while (answered + rest <= limit && isGood(await translate(someone))) rest += 1;
      expect(answered + rest).toBe(limit);
    }
  },
);

test('concurrent guests from one address are answered exactly up to its limit', async () => {
  const address = '203.0.113.8';
  const answers = await Promise.all(Array.from({ length: 25 }, () => few(() => translate(guest(), address))));
  expect(answers.filter(isGood)).toHaveLength(perAddress);
  expect(answers.filter(({ body }) => body.code === 'rate_limited')).toHaveLength(25 - perAddress);
});

test('a translation across midnight counts on the day on which it began', async () => {
  const ada = await user();
  provider.onCall = () => vi.setSystemTime(noon + 86_400_000);
  expect(isGood(await translate(ada))).toBe(true);
  expect(await usageOf(ada)).toMatchObject({ used: 1 });
  expect(await item('usage', ada.counters, '2026-11-21')).toBeUndefined();
});

async function callers(): Promise<[limit: number, someone: Someone][]> {
  return [
    [limits.translations.free, await user()],
    [limits.translations.guest, guest()],
  ];
}

/** Few enough that a busy machine answers each before its client retries. */
const few = pLimit(12);

function storm(someone: Someone, requests: number) {
  return Promise.all(Array.from({ length: requests }, () => few(() => translate(someone))));
}

function translate(someone: Someone, address = `2001:db8:0:${++networks}::1`) {
  const body = { text: 'the house is red', sourceLanguage: 'en-US', targetLanguage: 'es' };
  const headers = { 'x-viewer-address': address };
  return call(handler, { method: 'POST', path: '/api/translate', headers, body }, someone);
}

function isGood({ status }: { status: number }): boolean {
  return status === 200;
}

async function usageOf({ counters }: Someone): Promise<UsageItem | undefined> {
  const day = counters.startsWith('GUEST#') ? 'ALL' : '2026-11-20';
  return (await item('usage', counters, day)) as UsageItem | undefined;
}

function calm(): void {
  proxy.loses = () => false;
  provider.isLost = () => false;
  provider.onCall = () => {};
}
