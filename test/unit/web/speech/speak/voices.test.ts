import { describe, expect, test } from 'vitest';
import { pickVoice } from '../../../../../web/speech/speak/voices.ts';

describe('the browser’s voice', () => {
  const voices = ['en-US', 'en-GB', 'es-MX', 'zh_TW_#Hant', 'pt_BR', 'nb-NO'].map((lang) => ({
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
    ['zh-TW', 'zh_TW_#Hant'],
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
