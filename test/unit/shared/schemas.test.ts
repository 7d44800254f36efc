import { describe, expect, test } from 'vitest';
import { login } from '../../../shared/api/auth.schema.ts';
import { save } from '../../../shared/api/settings.schema.ts';
import { synthesize, transcribe } from '../../../shared/api/speech.schema.ts';
import { phrases, remove, search, translate } from '../../../shared/api/translation.schema.ts';
import { routes } from '../../../shared/routes.ts';
import { defaultSettings } from '../../../shared/settings.ts';

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
  const long = 'A text can have at most 5000 characters.';
  const noSource = 'This is not a language we translate from.';
  const noTarget = 'This is not a language we translate to.';
  const noKey = 'An idempotency key is printable ASCII without spaces.';
  const longKey = 'An idempotency key has at most 100 characters.';

  test.each<[string, string, unknown[]]>([
    ['text', empty, ['', ' \n\t\u00a0\u3000\ufeff', undefined, null, 5, ['Hello'], { toString: 'Hello' }]],
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

describe('the input of the quick phrases', () => {
  test('is a target, by default Spanish of Spain', () => {
    expect(phrases.input.parse({})).toEqual({ target: 'es-ES' });
    expect(phrases.input.parse({ target: 'fr' })).toEqual({ target: 'fr' });
  });

  test.each(['', 'xx', 'ar', 'bn', 'fr,es'])('refuses the target %j', (target) => {
    expect(phrases.input.safeParse({ target }).success).toBe(false);
  });
});

describe('the input of a transcription', () => {
  const audio = new Uint8Array([1]);

  test('has bytes and a language, by default American English', () => {
    expect(transcribe.input.parse({ audio })).toEqual({ audio, language: 'en-US' });
    expect(transcribe.input.parse({ audio, language: 'es-ES' })).toEqual({ audio, language: 'es-ES' });
  });

  test.each([
    ['no recording', {}],
    ['a recording that is text', { audio: 'RIFF' }],
    ['a list of numbers', { audio: [1, 2] }],
  ])('refuses %s and names the field to send', (_what, input) => {
    const { error } = transcribe.input.safeParse(input);
    expect(error?.issues[0]?.message).toBe('Send the recording in the field "audio".');
  });

  test.each(['', 'xx', 'ar', 'bn'])('refuses the language %j', (language) => {
    expect(transcribe.input.safeParse({ audio, language }).success).toBe(false);
  });
});

describe('the input of speech', () => {
  test('is trimmed text and a language', () => {
    expect(synthesize.input.parse({ text: ' Hola. ', language: 'es-ES' })).toEqual({
      text: 'Hola.',
      language: 'es-ES',
    });
  });

  test.each([
    ['blank text', { text: ' \n', language: 'es' }],
    ['over-long text', { text: 'x'.repeat(5_001), language: 'es' }],
    ['text over-long in UTF-16', { text: '😀'.repeat(2_501), language: 'es' }],
    ['text that is a number', { text: 1, language: 'es' }],
    ['no language', { text: 'Hola.' }],
    ['an unknown language', { text: 'Hola.', language: 'xx' }],
    ['a language that is only a source', { text: 'Hola.', language: 'ar' }],
  ])('refuses %s', (_what, input) => {
    expect(synthesize.input.safeParse(input).success).toBe(false);
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
      expect(login.input.safeParse({ returnTo }).error?.issues[0]?.message).toBe(
        'This is not a page of Parley.',
      );
    },
  );
});

describe('settings', () => {
  test('have the fields of the defaults, which are valid', () => {
    expect(save.input.parse({ ...defaultSettings, more: 1 })).toEqual(defaultSettings);
  });

  test.each([
    ['a speed below the least', { speechRate: 4 }],
    ['a speed above the most', { speechRate: 21 }],
    ['a speed between two steps', { speechRate: 10.5 }],
    ['no sensitivity', { micSensitivity: 0 }],
    ['too much sensitivity', { micSensitivity: 11 }],
    ['auto-play as a word', { autoPlay: 'true' }],
    ['a source-only language', { defaultTargetLang: 'ar' }],
    ['an unknown language', { defaultSourceLang: 'xx' }],
    ['a missing field', { autoPlay: undefined }],
  ])('refuse %s', (_what, wrong) => {
    expect(save.input.safeParse({ ...defaultSettings, ...wrong }).success).toBe(false);
  });
});

describe('the history', () => {
  test('accepts trimmed searches of at most 200 characters', () => {
    expect(search.input.parse({ query: ' hotel ' })).toEqual({ query: 'hotel' });
    expect(search.input.safeParse({ query: ' ' }).error?.issues[0]?.message).toBe('Type what to look for.');
    expect(search.input.safeParse({ query: 'x'.repeat(201) }).success).toBe(false);
  });

  test('removes only by ULID', () => {
    expect(remove.input.safeParse({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }).success).toBe(true);
    for (const id of ['', 'x', '01ARZ3NDEKTSV4RRFFQ69G5FA', '../PROFILE', '01arz3ndektsv4rrffq69g5fav']) {
      expect(remove.input.safeParse({ id }).success).toBe(false);
    }
  });
});
