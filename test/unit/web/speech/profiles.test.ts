import { describe, expect, test } from 'vitest';
import type { Browser, BrowserId } from '../../../../web/speech/browser.ts';
import { profileOf } from '../../../../web/speech/profiles.ts';

const browsers: Record<BrowserId, Browser> = {
  'desktop-chrome': { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false },
  'desktop-safari': { id: 'desktop-safari', device: 'desktop', isChrome: false, isInstalled: false },
  'ios-chrome': { id: 'ios-chrome', device: 'iphone', isChrome: true, isInstalled: false },
  'ios-safari': { id: 'ios-safari', device: 'iphone', isChrome: false, isInstalled: false },
  firefox: { id: 'firefox', device: 'desktop', isChrome: false, isInstalled: false },
  other: { id: 'other', device: 'desktop', isChrome: false, isInstalled: false },
};
const iphoneFirefox: Browser = { ...browsers.other, device: 'iphone' };

describe('recognition', () => {
  test.each([
    ['ios-chrome', 15, 3],
    ['desktop-chrome', 20, 2],
    ['ios-safari', 8, 1.5],
    ['firefox', 25, 2.5],
    ['other', 30, 2],
    ['desktop-safari', 30, 2],
  ] as const)('time-outs, main and silence after speech: %s %d s and %d s', (id, main, silence) => {
    const { mainTimeoutMs, silenceTimeoutMs } = profileOf(browsers[id]).recognition;
    expect([mainTimeoutMs, silenceTimeoutMs]).toEqual([main * 1_000, silence * 1_000]);
  });

  test('max retries on abort 3, waiting 1 s each time', () => {
    for (const { abortRetries, abortPauseMs } of recognitions()) {
      expect([abortRetries, abortPauseMs]).toEqual([3, 1_000]);
    }
  });

  test('start-failure time-out 5 s (3 s iOS Chrome)', () => {
    expect(inEach(({ startTimeoutMs }) => startTimeoutMs)).toEqual({
      'desktop-chrome': 5_000,
      'desktop-safari': 5_000,
      'ios-chrome': 3_000,
      'ios-safari': 5_000,
      firefox: 5_000,
      other: 5_000,
    });
  });

  test('delay before start: 300 ms after clean-up, then 800 ms (iOS Chrome), 200 ms (desktop Chrome) or 100 ms (others)', () => {
    for (const { cleanUpDelayMs } of recognitions()) expect(cleanUpDelayMs).toBe(300);
    expect(inEach(({ startDelayMs }) => startDelayMs)).toEqual({
      'desktop-chrome': 200,
      'desktop-safari': 100,
      'ios-chrome': 800,
      'ios-safari': 100,
      firefox: 100,
      other: 100,
    });
  });

  test('alternatives: 1 (up to 3 in desktop Chrome)', () => {
    expect(inEach(({ alternatives }) => alternatives)).toEqual({
      'desktop-chrome': 3,
      'desktop-safari': 1,
      'ios-chrome': 1,
      'ios-safari': 1,
      firefox: 1,
      other: 1,
    });
  });

  test('continuous mode is off on iPhone Safari; iOS Chrome is continuous with interim results', () => {
    expect(inEach(({ isContinuous }) => isContinuous)).toEqual({
      'desktop-chrome': true,
      'desktop-safari': true,
      'ios-chrome': true,
      'ios-safari': false,
      firefox: true,
      other: true,
    });
    for (const { hasInterimResults } of recognitions()) expect(hasInterimResults).toBe(true);
  });

  test('who does not end when asked is given up after 2 s', () => {
    for (const { endTimeoutMs } of recognitions()) expect(endTimeoutMs).toBe(2_000);
  });
});

describe('the microphone', () => {
  test('desktop Chrome: up to 3 attempts with 500 ms pauses', () => {
    expect(profileOf(browsers['desktop-chrome']).microphone).toMatchObject({
      attempts: 3,
      pauseMs: 500,
      timeoutStepMs: undefined,
    });
  });

  test('iOS Chrome: up to 5 attempts with time-outs of 2 s, 4 s, 6 s and so on, and 1 s pauses', () => {
    expect(profileOf(browsers['ios-chrome']).microphone).toMatchObject({
      attempts: 5,
      pauseMs: 1_000,
      timeoutStepMs: 2_000,
    });
  });

  test.each(['desktop-safari', 'ios-safari', 'firefox', 'other'] as const)('%s is asked once', (id) => {
    expect(profileOf(browsers[id]).microphone).toMatchObject({ attempts: 1, timeoutStepMs: undefined });
  });

  test.each([
    ['desktop Chrome', browsers['desktop-chrome'], true, true, true],
    ['Safari on a Mac', browsers['desktop-safari'], true, true, true],
    ['Chrome on Android', { ...browsers.other, device: 'android' } as Browser, true, true, true],
    ['iPhone Safari', browsers['ios-safari'], false, false, true],
    ['iOS Chrome', browsers['ios-chrome'], false, false, true],
    ['another browser on an iPhone', iphoneFirefox, false, false, true],
    ['Firefox', browsers.firefox, true, true, false],
  ])('echo cancellation, noise suppression and auto gain: %s', (_, browser, echo, noise, gain) => {
    expect(profileOf(browser).microphone.constraints).toEqual({
      channelCount: 1,
      sampleRate: 44_100,
      echoCancellation: echo,
      noiseSuppression: noise,
      autoGainControl: gain,
    });
  });
});

describe('recording', () => {
  test('128 kbps, one chunk per second', () => {
    for (const browser of Object.values(browsers)) {
      expect(profileOf(browser).recording).toMatchObject({ bitsPerSecond: 128_000, chunkMs: 1_000 });
    }
  });

  test.each(['desktop-chrome', 'firefox', 'other'] as const)(
    '%s: webm with opus, webm, mp4, wav, ogg with opus',
    (id) => {
      expect(profileOf(browsers[id]).recording.formats).toEqual([
        'audio/webm;codecs=opus',
        'audio/webm',
        'audio/mp4',
        'audio/wav',
        'audio/ogg;codecs=opus',
      ]);
    },
  );

  test.each([
    ['iPhone Safari', browsers['ios-safari']],
    ['iOS Chrome', browsers['ios-chrome']],
    ['another browser on an iPhone', iphoneFirefox],
    ['Safari on a Mac', browsers['desktop-safari']],
  ])('%s is WebKit: mp4 goes first', (_, browser) => {
    expect(profileOf(browser).recording.formats).toEqual([
      'audio/mp4',
      'audio/webm;codecs=opus',
      'audio/webm',
      'audio/wav',
      'audio/ogg;codecs=opus',
    ]);
  });
});

function recognitions() {
  return Object.values(browsers).map((browser) => profileOf(browser).recognition);
}

function inEach<Value>(read: (profile: ReturnType<typeof profileOf>['recognition']) => Value) {
  return Object.fromEntries(
    Object.entries(browsers).map(([id, browser]) => [id, read(profileOf(browser).recognition)]),
  );
}
