import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as health } from '../../../functions/system/health.ts';
import { handler as translate } from '../../../functions/translation/translate.ts';
import type { Output } from '../../../shared/api/contract.ts';
import { amazonTranslate } from '../../support/aws/translate.ts';
import { call, premium, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const { guest, user, items } = await startInProcess();
const { handler: provider, asked } = amazonTranslate();
const standIns = await startStandIns({ translate: provider });
for (const [name, value] of Object.entries(standIns.environment)) vi.stubEnv(name, value);

beforeEach(() => void asked.splice(0));
afterAll(standIns.stop);

const question = { text: 'Are you sure?', sourceLanguage: 'en-US', targetLanguage: 'de' };

function ask(body: object, someone: Someone = guest(), headers: Record<string, string> = {}) {
  return call(translate, { method: 'POST', path: '/api/translate', body, headers }, someone);
}

describe('a translation', () => {
  test.for([
    ['formal', 'Sind Sie sicher?', 'FORMAL'],
    ['informal', 'Bist du sicher?', 'INFORMAL'],
  ] as const)('can be %s', async ([formality, translatedText, Formality]) => {
    expect((await ask({ ...question, formality })).body).toEqual({ translatedText });
    expect(asked).toMatchObject([{ Settings: { Formality } }]);
  });

  test('can have swear words masked', async () => {
    const { body } = await ask({ ...question, text: 'The damned bill, please.', profanity: 'mask' });
    expect(body).toEqual({ translatedText: 'Die ?$#@$ Rechnung, bitte.' });
    expect(asked).toMatchObject([{ Settings: { Profanity: 'MASK' } }]);
  });

  test.for([
    ['formal', { targetLanguage: 'sv', formality: 'formal' }, 'formality', /Swedish/],
    ['formal in Brazil', { targetLanguage: 'pt-BR', formality: 'informal' }, 'formality', /Brazil/],
    ['masked', { targetLanguage: 'vi', profanity: 'mask' }, 'profanity', /Vietnamese/],
    ['polite', { formality: 'polite' }, 'formality', /formal or informal/],
    ['bleeped', { profanity: 'bleep' }, 'profanity', /mask/],
    ['half private', { isPrivate: 'a bit' }, 'isPrivate', /true or false/],
  ] as const)('is refused without a charge if it cannot be %s', async ([, options, path, message]) => {
    const someone = guest();
    const { status, body } = await ask({ ...question, ...options }, someone);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', issues: [{ path }] });
    expect(body.error).toMatch(message);
    expect(asked).toEqual([]);
    expect(await items('usage', someone.counters)).toEqual([]);
  });

  test('with other options is another request', async () => {
    const someone = guest();
    const id = { 'idempotency-key': crypto.randomUUID() };
    for (const turn of [1, 2]) {
      expect((await ask({ ...question, formality: 'formal' }, someone, id)).status, `${turn}`).toBe(200);
    }
    for (const other of [
      {},
      { formality: 'informal' },
      { formality: 'formal', profanity: 'mask' },
      { formality: 'formal', sourceLanguage: 'auto' },
    ]) {
      expect((await ask({ ...question, ...other }, someone, id)).status).toBe(409);
    }
  });
});

describe('a detected language', () => {
  const sign = { text: 'Wo ist der Bahnhof?', sourceLanguage: 'auto', targetLanguage: 'es' };

  test('is in the answer, as our code', async () => {
    expect((await ask(sign)).body).toEqual({
      translatedText: '¿Dónde está la estación?',
      detectedLanguage: 'de',
    });
    expect((await ask({ ...sign, text: 'Good evening' })).body.detectedLanguage).toBe('en-US');
  });

  test('equal to the target returns the text unchanged, and does not count', async () => {
    const someone = guest();
    const { body } = await ask({ ...sign, targetLanguage: 'de' }, someone);
    expect(body).toEqual({ translatedText: sign.text, detectedLanguage: 'de', uncounted: 'unchanged' });
    expect(await items('usage', someone.counters)).toMatchObject([{ used: 0 }]);
  });

  test('that we do not support is translated, and has no name', async () => {
    expect((await ask({ ...sign, text: 'Habari yako' })).body).toEqual({
      translatedText: 'Habari yako (es)',
    });
  });

  test('is detected once for a text of several pieces', async () => {
    const someone = await user(premium);
    const text = 'Guten Tag, schöne Grüße. '.repeat(30) + '寿司。'.repeat(1_300);
    const { body } = await ask({ ...sign, text: text.trim() }, someone);
    expect(body.detectedLanguage).toBe('de');
    expect(asked.map(({ SourceLanguageCode }) => SourceLanguageCode)).toEqual(['auto', 'de']);
  });

  test('that is unclear is an error, and costs nothing', async () => {
    const someone = guest();
    const { status, body } = await ask({ ...sign, text: 'Hm' }, someone);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'language_unclear',
      error: expect.stringMatching(/choose the language/),
    });
    expect(await items('usage', someone.counters)).toMatchObject([{ used: 0 }]);
  });
});

describe('the history', () => {
  test('has the detected language', async () => {
    const ada = await user(premium);
    await ask({ text: 'Guten Tag', sourceLanguage: 'auto', targetLanguage: 'en-GB' }, ada);
    expect(await history(ada)).toMatchObject([{ sourceLanguage: 'de', targetLanguage: 'en-GB' }]);
  });

  async function history({ partition }: Someone) {
    return (await items('users', partition)).filter(({ sk }) => String(sk).startsWith('HISTORY#'));
  }
});

describe('health lists the options', () => {
  test('of limited engines, and others are refused', async () => {
    vi.stubEnv('TRANSLATE_FORMALITY', '');
    vi.stubEnv('TRANSLATE_PROFANITY', 'en,vi');
    vi.stubEnv('TRANSLATE_PAIRS', 'en>es,auto>es');
    const english = ['en-US', 'en-AU', 'en-GB', 'en-NZ', 'en-IN'];
    expect(await readOptions()).toEqual({ formality: [], profanity: english, detection: true });
    expect((await ask({ ...question, formality: 'formal' })).status).toBe(400);
    expect((await ask({ ...question, profanity: 'mask' })).status).toBe(400);
    vi.stubEnv('TRANSLATE_PAIRS', 'en>es');
    expect((await readOptions())?.detection).toBe(false);
    for (const name of ['TRANSLATE_FORMALITY', 'TRANSLATE_PROFANITY', 'TRANSLATE_PAIRS']) {
      vi.stubEnv(name, undefined);
    }
  });

  async function readOptions() {
    const { body } = await call(health, { method: 'GET', path: '/api/health' });
    return (body as Output<'system.health'>).engines.translation.options;
  }
});
