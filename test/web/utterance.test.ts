import { describe, expect, test } from 'vitest';
import { isIosSafari } from '../../web/speech/platform.ts';
import { recordingMessage } from '../../web/speech/recorder.ts';
import { pickFormat, recordingProfile } from '../../web/speech/recording-profile.ts';
import { mannerOf, pickVoice, pieces } from '../../web/speech/utterance.ts';
import { formatClock } from '../../web/translation/clock.ts';

describe('pieces of an utterance', () => {
  test('a short text is one piece', () => {
    expect(pieces(' Where is the station? ')).toEqual(['Where is the station?']);
  });

  test('a long text is cut at sentence ends', () => {
    const sentence = 'This sentence has about fifty characters in it, yes. ';
    const cut = pieces(sentence.repeat(6));
    expect(cut.length).toBeGreaterThan(1);
    for (const piece of cut) expect(piece).toMatch(/^This.*yes\.$/);
    expect(cut.join(' ')).toBe(sentence.repeat(6).trim());
  });

  test('a sentence that is too long is cut at words', () => {
    const cut = pieces('word '.repeat(100), 60);
    for (const piece of cut) expect(piece.length).toBeLessThanOrEqual(60);
    expect(cut.join(' ')).toBe('word '.repeat(100).trim());
  });

  test('blank text has none', () => {
    expect(pieces('  \n ')).toEqual([]);
  });
});

describe('the manner of speaking', () => {
  test('follows the setting, softer when it begins by itself', () => {
    expect(mannerOf(15, false, false)).toEqual({ rate: 1.5, volume: 1 });
    expect(mannerOf(15, true, false)).toEqual({ rate: 1.5, volume: 0.8 });
  });

  test('on iOS Safari stays between 0.5 and 1, by itself between 0.7 and 1', () => {
    expect(mannerOf(20, false, true).rate).toBe(1);
    expect(mannerOf(5, false, true).rate).toBe(0.5);
    expect(mannerOf(5, true, true).rate).toBe(0.7);
  });
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

  test('another Chinese is no voice for Chinese', () => {
    expect(pickVoice(voices, 'zh-CN')).toBeUndefined();
    expect(pickVoice(voices, 'zh-HK')).toBeUndefined();
  });

  test('of this machine goes before a remote one', () => {
    const both = [
      { lang: 'fr-FR', localService: false },
      { lang: 'fr-FR', localService: true },
    ];
    expect(pickVoice(both, 'fr')?.localService).toBe(true);
  });
});

describe('recording', () => {
  test.each([
    ['NotAllowedError', 'Microphone permission denied. Please allow microphone access and try again.'],
    ['NotFoundError', 'No microphone found. Please check your audio devices.'],
    ['NotReadableError', 'Recording failed: the microphone is in use or was disconnected'],
  ])('%s is said as %j', (name, sentence) => {
    expect(recordingMessage(new DOMException('', name))).toBe(sentence);
  });

  test('any other reason is named', () => {
    expect(recordingMessage(new Error('device lost'))).toBe('Recording failed: device lost');
    expect(recordingMessage(undefined)).toBe('Recording failed: unknown reason');
  });

  test('takes the first format that the browser records', () => {
    const { formats } = recordingProfile;
    expect(pickFormat(formats, () => true)).toBe('audio/webm;codecs=opus');
    expect(pickFormat(formats, (format) => format.startsWith('audio/mp4'))).toBe('audio/mp4');
    expect(pickFormat(formats, () => false)).toBeUndefined();
  });

  test('asks for mono at 44,100 Hz with all three corrections', () => {
    expect(recordingProfile).toMatchObject({
      constraints: {
        channelCount: 1,
        sampleRate: 44_100,
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
      },
      bitsPerSecond: 128_000,
      chunkMs: 1_000,
    });
  });

  test('its clock reads minutes and seconds', () => {
    expect([0, 7, 30, 61].map(formatClock)).toEqual(['0:00', '0:07', '0:30', '1:01']);
  });
});

test('iOS Safari is told from Chrome there and from Safari on a Mac', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
  expect(isIosSafari(`${iphone} (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`, 5)).toBe(true);
  expect(isIosSafari(`${iphone} (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`, 5)).toBe(false);
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
  expect(isIosSafari(mac, 0)).toBe(false);
  expect(isIosSafari(mac, 5)).toBe(true);
});
