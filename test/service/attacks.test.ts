import { json } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as synthesize } from '../../functions/speech/synthesize.ts';
import { handler as translate } from '../../functions/translation/translate.ts';
import { goodRequest } from '../support/handlers/good-calls.ts';
import { call, premium, type Someone, startInProcess } from '../support/handlers/in-process.ts';
import { startStandIns } from '../support/parley/stand-ins.ts';

/** Attacks that spend our money. */
const calls = { polly: 0 };
const standIns = await startStandIns({
  translate: async (request, response) => {
    const { SourceLanguageCode } = (await json(request)) as { SourceLanguageCode: string };
    const isUnclear = SourceLanguageCode === 'auto';
    response.writeHead(isUnclear ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    const refusal = { __type: 'DetectedLanguageLowConfidenceException', DetectedLanguageCode: 'en' };
    response.end(JSON.stringify(isUnclear ? refusal : { TranslatedText: 'Hola' }));
  },
  polly: async (request, response) => {
    calls.polly++;
    request.resume();
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.end(Buffer.alloc(4_600_000));
  },
});
afterAll(standIns.stop);
Object.assign(process.env, standIns.environment);
vi.stubEnv('CEILINGS', JSON.stringify({ spokenCharactersPerDay: 4_500, failedAttemptsPerCaller: 4 }));
const { user, items, all, logged } = await startInProcess();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
  calls.polly = 0;
});

test('spoken texts refused as too long are counted, and end at the day’s ceiling', async () => {
  const ada = await user(premium);
  const body = { text: '1'.repeat(1_500), language: 'en-US' };
  const speak = () => call(synthesize, { ...goodRequest('speech.synthesize'), body }, ada);
  for (let turn = 0; turn < 3; turn++) {
    expect(await speak()).toMatchObject({
      status: 413,
      body: {
        error: 'This text is too long to read aloud. This counted toward your limit. Try a shorter part.',
      },
    });
  }
  const counted = await items('usage', ada.counters);
  expect(counted.map(({ spokenCharacters }) => spokenCharacters)).toEqual([4_500, 4_500]);
  expect(sumOf('SpokenCharacters')).toBe(4_500);
  expect((await speak()).status).toBe(429);
  expect(calls.polly).toBe(3);
});

test('unclear texts of a free account cost no translation, and the hour ends after some', async () => {
  vi.setSystemTime(Date.parse('2026-11-20T12:40:00Z'));
  const ada = await user();
  const ask = (sourceLanguage: string) => translateAs(ada, { text: 'hm', sourceLanguage });
  for (let turn = 0; turn < 4; turn++) {
    expect(await ask('auto')).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('This didn’t count toward your limit.') },
    });
  }
  expect(await ask('auto')).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1200' },
    body: {
      code: 'rate_limited',
      error:
        'Too many of your requests failed within an hour. This didn’t count toward your limit. Please try again in an hour.',
    },
  });
  expect(sumOf('TranslatedCharacters')).toBe(8);
  expect(await items('usage', ada.counters)).toMatchObject([{ used: 0, failed: 4 }]);
  const freeGroup = (await all('usage')).filter(({ pk }) => `${pk}`.startsWith('FREE#'));
  expect(freeGroup).toMatchObject([{ used: 0, characters: 4 * 40 }]);
  vi.setSystemTime(Date.now() + 20 * 60_000);
  expect((await ask('en-US')).status).toBe(200);
});

function translateAs(someone: Someone, body: object, address = '203.0.113.7') {
  const request = {
    method: 'POST',
    path: '/api/translate',
    headers: { 'x-viewer-address': address },
    body: { sourceLanguage: 'en-US', targetLanguage: 'es', ...body },
  };
  return call(translate, request, someone);
}

/** Sums a metric over the log of this test. */
function sumOf(metric: string): number {
  const lines = logged().split('\n').filter(Boolean);
  return lines.reduce((sum, line) => sum + (JSON.parse(line)[metric] ?? 0), 0);
}
