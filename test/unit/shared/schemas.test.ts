import { describe, expect, test } from 'vitest';
import { login } from '../../../shared/api/auth.schema.ts';
import { portal } from '../../../shared/api/billing.schema.ts';
import { metrics } from '../../../shared/api/builds.schema.ts';
import { save } from '../../../shared/api/settings.schema.ts';
import { synthesize, transcribe } from '../../../shared/api/speech.schema.ts';
import { remove, search, star, translate } from '../../../shared/api/translation.schema.ts';
import { routes } from '../../../shared/routes.ts';
import { defaultSettings } from '../../../shared/settings.ts';

const audio = new Uint8Array([1]);

describe('the input of a translation', () => {
  const valid = { text: 'Hello', sourceLanguage: 'en-US', targetLanguage: 'es' };

  test('has a text and two languages', () => {
    expect(translate.input.parse(valid)).toEqual(valid);
  });

  test('is trimmed, then counted; white space inside stays', () => {
    const text = `One  \n\t two${'.'.repeat(5_000 - 11)}`;
    expect(translate.input.parse({ ...valid, text: ` \n${text}\u3000\t` })).toEqual({ ...valid, text });
    expect(text).toHaveLength(5_000);
  });

  test('drops unknown fields', () => {
    expect(translate.input.parse({ ...valid, premium: true })).toEqual(valid);
  });

  const empty = 'Type or say something to translate.';
  const long = 'Your text can be at most 5,000 characters long.';
  const noSource = 'Parley can’t translate from this language.';
  const noTarget = 'Parley can’t translate to this language.';
  const noKey = 'An idempotency key is printable ASCII without spaces.';
  const longKey = 'An idempotency key has at most 100 characters.';

  test.each<[string, string, unknown[]]>([
    ['text', empty, ['', ' \n\0\u00a0\u200b\ufeff', undefined, null, 5, ['Hello'], { toString: 'Hello' }]],
    ['text', long, ['x'.repeat(5_001), '😀'.repeat(2_501)]],
    ['sourceLanguage', noSource, ['xx', '', 'EN-US', '__proto__']],
    ['targetLanguage', noTarget, ['xx', 'ar', 'bn']],
    ['idempotencyKey', noKey, ['a b', 'ключ', '']],
    ['idempotencyKey', longKey, ['k'.repeat(101)]],
    ['sourceLanguage', expect.any(String), [1, undefined]],
    ['targetLanguage', expect.any(String), [['es'], undefined]],
  ])('refuses a wrong %s: %s', (field, message, values) => {
    for (const value of values) {
      const { error } = translate.input.safeParse({ ...valid, [field]: value });
      const told = error?.issues.map((issue) => ({ path: issue.path, message: issue.message }));
      expect(told, JSON.stringify(value)).toEqual([{ path: [field], message }]);
    }
  });

  test('accepts a key of 100 characters', () => {
    const idempotencyKey = 'k'.repeat(100);
    expect(translate.input.parse({ ...valid, idempotencyKey })).toEqual({ ...valid, idempotencyKey });
  });
});

describe('an input', () => {
  test('has its defaults, and is trimmed', () => {
    expect(transcribe.input.parse({ audio })).toEqual({ audio, language: 'en-US' });
    const spoken = { text: ' Hola. ', language: 'es-ES' };
    expect(synthesize.input.parse(spoken)).toEqual({ ...spoken, text: 'Hola.' });
    expect(save.input.parse({ ...defaultSettings, more: 1 })).toEqual(defaultSettings);
    expect(search.input.parse({ query: ' hotel ' })).toEqual({ query: 'hotel' });
    expect(remove.input.safeParse({ id: wellFormed }).success).toBe(true);
  });

  const texts = [' \n', 'x'.repeat(5_001), '😀'.repeat(2_501), 1];
  const ids = ['', 'x', '01ARZ3NDEKTSV4RRFFQ69G5FA', '../PROFILE', '01arz3ndektsv4rrffq69g5fav', 'PROFILE'];
  const wellFormed = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const settings = [
    ...[4, 21, 10.5].map((speechRate) => ({ speechRate })),
    ...[0, 11].map((micSensitivity) => ({ micSensitivity })),
    ...['true', undefined].map((autoPlay) => ({ autoPlay })),
    ...[{ defaultTargetLang: 'ar' }, { defaultSourceLang: 'xx' }],
  ];

  test.each<[string, Schema, object[]]>([
    ['a transcription', transcribe.input, ['', 'xx', 'ar'].map((language) => ({ audio, language }))],
    ['speech', synthesize.input, texts.map((text) => ({ text, language: 'es' }))],
    ['a voice', synthesize.input, [undefined, 'xx', 'ar'].map((language) => ({ text: 'Hola.', language }))],
    ['settings', save.input, settings.map((wrong) => ({ ...defaultSettings, ...wrong }))],
    ['a removal', remove.input, ids.map((id) => ({ id }))],
    ['the id of a star', star.input, ids.map((id) => ({ id, isStarred: true }))],
    ['a star', star.input, ['true', 1, undefined].map((isStarred) => ({ id: wellFormed, isStarred }))],
    ['the portal', portal.input, [{ opens: 'settings' }]],
  ])('of %s is refused', (_what, schema, inputs) => {
    expect(inputs.filter((input) => schema.safeParse(input).success)).toEqual([]);
  });

  test.each([{}, { audio: 'RIFF' }, { audio: [1, 2] }])(
    'without a recording names the field: %j',
    (input) => {
      const { error } = transcribe.input.safeParse(input);
      expect(error?.issues[0]?.message).toBe('Send the recording in the field "audio".');
    },
  );

  test.each([
    [{ days: '8' }, 'Choose 7, 30 or 90 days.'],
    [{ buildType: 'nightly' }, 'Choose development, production or deployment.'],
  ])('of the builds’ metrics says what to choose: %j', (input, message) => {
    expect(metrics.input.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test('of a search says what to type, and is at most 200 characters', () => {
    expect(search.input.safeParse({ query: ' ' }).error?.issues[0]?.message).toBe('Enter a search term.');
    expect(search.input.safeParse({ query: 'x'.repeat(201) }).success).toBe(false);
  });
});

describe('the input of a sign-in', () => {
  test('leads to the translator by default', () => {
    expect(login.input.parse({})).toEqual({ returnTo: '/' });
  });

  test('may lead to every page', () => {
    for (const { path } of routes) expect(login.input.parse({ returnTo: path })).toEqual({ returnTo: path });
  });

  test.each(['//evil.example', '/nowhere', '', 'https://evil.example/', '/analytics?x=1'])(
    'never goes to %j',
    (returnTo) => {
      expect(login.input.safeParse({ returnTo }).error?.issues[0]?.message).toBe('This isn’t a Parley page.');
    },
  );
});

interface Schema {
  safeParse(input: unknown): { success: boolean };
}
