import { describe, expect, test } from 'vitest';
import { type Browser, type BrowserId, detectBrowser } from '../../../../web/speech/browser.ts';
import { guideAfter } from '../../../../web/speech/guide.ts';
import type { VoiceFailureCode } from '../../../../web/speech/listening.ts';

const codes: VoiceFailureCode[] = [
  'not-allowed',
  'no-microphone',
  'no-speech',
  'interrupted',
  'not-started',
  'unsupported',
  'network',
  'recording',
  'transcription',
  'exhausted',
  'other',
];

describe.each(['desktop-chrome', 'desktop-safari', 'ios-safari', 'firefox', 'other'] as const)(
  'in %s',
  (id) => {
    test.each(codes.filter((code) => !['not-allowed', 'interrupted'].includes(code)))(
      '%s opens nothing the first time, and from the second time on the card to type in',
      (code) => {
        expect(guidesAfter(code, id)).toEqual([undefined, 'type-instead', 'type-instead', 'type-instead']);
      },
    );
  },
);

test.each(['desktop-chrome', 'desktop-safari', 'ios-chrome', 'ios-safari', 'firefox', 'other'] as const)(
  'in %s, what stops by itself opens the trouble card each time',
  (id) => {
    expect(guidesAfter('interrupted', id)).toEqual(['trouble', 'trouble', 'trouble', 'trouble']);
  },
);

describe('a refused microphone', () => {
  test('in Chrome on a desktop opens its set-up each time', () => {
    expect(guidesAfter('not-allowed', 'desktop-chrome')).toEqual(Array(4).fill('chrome-setup'));
  });

  test('in Chrome on Android opens its set-up, and then the steps one by one', () => {
    const android = detectBrowser({
      userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/156.0.0.0 Mobile Safari/537.36',
      maxTouchPoints: 5,
      isStandalone: false,
    });
    const guides = [1, 2, 3].map((failures) => guideAfter(failureOf('not-allowed'), failures, android));
    expect(guides).toEqual(['chrome-setup', 'chrome-steps', 'chrome-steps']);
  });

  test.each(['desktop-safari', 'ios-safari', 'firefox', 'other'] as const)(
    'in %s opens the two steps from the second time on',
    (id) => {
      expect(guidesAfter('not-allowed', id)).toEqual([undefined, 'permission', 'permission', 'permission']);
    },
  );
});

describe('in Chrome on an iPhone', () => {
  test.each(['not-allowed', 'not-started', 'exhausted'] as const)(
    '%s opens the set-up, then the steps, then the ways around',
    (code) => {
      expect(guidesAfter(code, 'ios-chrome')).toEqual([
        'chrome-setup',
        'chrome-steps',
        'chrome-workaround',
        'chrome-workaround',
      ]);
    },
  );

  test.each(['no-speech', 'no-microphone', 'network', 'recording', 'transcription', 'other'] as const)(
    '%s is no matter of the set-up',
    (code) => {
      expect(guidesAfter(code, 'ios-chrome')).toEqual([
        undefined,
        'type-instead',
        'type-instead',
        'type-instead',
      ]);
    },
  );
});

/** After the first, second, third and fourth failure in a row. */
function guidesAfter(code: VoiceFailureCode, id: BrowserId) {
  return [1, 2, 3, 4].map((failures) => guideAfter(failureOf(code), failures, browsers[id]));
}

function failureOf(code: VoiceFailureCode) {
  return { code, sentence: 'It did not work.' };
}

const browsers: Record<BrowserId, Browser> = {
  'desktop-chrome': { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false },
  'desktop-safari': { id: 'desktop-safari', device: 'desktop', isChrome: false, isInstalled: false },
  'ios-chrome': { id: 'ios-chrome', device: 'iphone', isChrome: true, isInstalled: false },
  'ios-safari': { id: 'ios-safari', device: 'iphone', isChrome: false, isInstalled: false },
  firefox: { id: 'firefox', device: 'desktop', isChrome: false, isInstalled: false },
  other: { id: 'other', device: 'desktop', isChrome: false, isInstalled: false },
};
