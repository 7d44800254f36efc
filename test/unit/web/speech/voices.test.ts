import { describe, expect, test } from 'vitest';
import { listWaysToSpeak, pickVoice } from '../../../../web/speech/speak/voices.ts';

test.each([
  ['to premium', true, true, true, ['server', 'browser']],
  ['to premium, where the server has no voice', true, false, true, ['browser']],
  ['to premium, where the browser has no voice', true, true, false, ['server']],
  ['to everyone else', false, true, true, ['browser']],
  ['to everyone else, where the browser has no voice', false, true, false, []],
  ['without any voice', true, false, false, []],
] as const)('the ways to speak %s', (_who, isPremium, hasServer, hasBrowser, ways) => {
  expect(listWaysToSpeak({ isPremium, hasServer, hasBrowser })).toEqual(ways);
});

describe('the browser’s voice', () => {
  const voices = ['en-US', 'en-GB', 'es-MX', 'zh-TW', 'pt_BR', 'nb-NO'].map((lang) => ({
    lang,
    localService: true,
  }));

  test.each([
    ['en-GB', 'en-GB'],
    ['en-NZ', 'en-US'],
    ['es-ES', 'es-MX'],
    ['es-419', 'es-MX'],
    ['pt', 'pt_BR'],
    ['no', 'nb-NO'],
    ['zh-TW', 'zh-TW'],
  ])('for %s is %s', (code, lang) => {
    expect(pickVoice(voices, code)?.lang).toBe(lang);
  });

  test('a voice for another Chinese does not count', () => {
    expect(pickVoice(voices, 'zh-CN')).toBeUndefined();
    expect(pickVoice(voices, 'zh-HK')).toBeUndefined();
  });

  test('on this device is preferred to a remote one', () => {
    const both = [
      { lang: 'fr-FR', localService: false },
      { lang: 'fr-FR', localService: true },
    ];
    expect(pickVoice(both, 'fr')?.localService).toBe(true);
  });
});
