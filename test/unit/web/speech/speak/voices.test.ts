import { describe, expect, test } from 'vitest';
import { pickVoice } from '../../../../../web/speech/speak/voices.ts';

describe('the browser’s voice', () => {
  const voices = ['en-US', 'en-GB', 'es-MX', 'zh_TW_#Hant', 'pt_BR', 'nb-NO'].map((lang) => voice({ lang }));

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
    expect(pickVoice([voice({ lang: 'zho-TWN' })], 'zh-CN')).toBeUndefined();
  });

  test('on this device is preferred to a remote one', () => {
    const both = [voice({ lang: 'fr-FR', localService: false }), voice({ lang: 'fr-FR' })];
    expect(pickVoice(both, 'fr')?.localService).toBe(true);
  });

  test.each([
    // Firefox on Android.
    ['eng-US-f000', 'en-US'],
    ['spa-ES-f000', 'es-ES'],
    ['cmn-CN-f000', 'zh-CN'],
    // Some phones' own engines: regions of three letters too, which are no part of a language tag.
    ['eng-USA-f00', 'en-US'],
    ['spa_ESP', 'es-ES'],
    ['por-BRA', 'pt-BR'],
    // Java's codes of old.
    ['in_ID', 'id'],
    ['', undefined],
  ])('is found by a tag like “%s”', (lang, code) => {
    const found = pickVoice([voice({ lang: 'xx' }), voice({ lang })], code ?? 'en-US');
    expect(found?.lang).toBe(code && lang);
  });

  test.each([
    // Safari.
    [
      { name: 'Eddy', voiceURI: 'com.apple.eloquence.es-ES.Eddy' },
      { name: 'Mónica', voiceURI: 'com.apple.voice.compact.es-ES.Monica' },
    ],
    [
      { name: 'Abuela', voiceURI: 'com.apple.eloquence.es-ES.Grandma' },
      { name: 'Mónica', voiceURI: 'com.apple.voice.super-compact.es-ES.Monica' },
    ],
    // Chrome on a Mac.
    [
      { name: 'Grandpa (Spanish (Spain))', voiceURI: 'Grandpa (Spanish (Spain))' },
      { name: 'Mónica', voiceURI: 'Mónica' },
    ],
    [
      { name: 'Bad News', voiceURI: 'com.apple.speech.synthesis.voice.BadNews' },
      { name: 'Samantha', voiceURI: 'com.apple.voice.compact.en-US.Samantha' },
    ],
    [
      { name: 'Albert', voiceURI: 'Albert' },
      { name: 'Samantha', voiceURI: 'Samantha' },
    ],
    // Firefox on a Mac.
    [
      { name: 'Zarvox', voiceURI: 'urn:moz-tts:osx:com.apple.speech.synthesis.voice.Zarvox' },
      { name: 'Samantha', voiceURI: 'urn:moz-tts:osx:com.apple.voice.compact.en-US.Samantha' },
    ],
  ])('is neither Apple’s joke nor its robot, unless there is no other: %j', (poor, good) => {
    const listed = [poor, good].map((names) => voice({ ...names, lang: 'es-ES' }));
    expect(pickVoice(listed, 'es-ES')?.name).toBe(good.name);
    // Also one of another country.
    expect(
      pickVoice([voice({ ...poor, lang: 'es-ES' }), voice({ ...good, lang: 'es-MX' })], 'es-ES')?.name,
    ).toBe(good.name);
    expect(pickVoice([voice({ ...poor, lang: 'es-ES' })], 'es-ES')?.name).toBe(poor.name);
  });
});

function voice(differences: Partial<SpeechSynthesisVoice>) {
  return { name: 'Voice', voiceURI: 'voice', lang: 'en-US', localService: true, ...differences };
}
