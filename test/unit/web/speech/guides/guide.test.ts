import { expect, test } from 'vitest';
import { type Browser, type BrowserId, detectBrowser } from '../../../../../web/speech/browser.ts';
import { chooseGuide } from '../../../../../web/speech/guides/guide.ts';
import { explainHowToAllow } from '../../../../../web/speech/guides/permission-overlay.tsx';
import type { VoiceFailureCode } from '../../../../../web/speech/recognise/listening.ts';

const android = seen('Linux; Android 14 Chrome/156.0.0.0 Mobile Safari/537.36');
const iosChrome: Browser = { id: 'ios-chrome', device: 'ios', isChrome: true, isInstalled: false };
const desktopChrome: Browser = { ...iosChrome, id: 'desktop-chrome', device: 'desktop' };
const others = (['desktop-safari', 'ios-safari', 'firefox', 'other'] as const).map(browserOf);
const everywhere = [...others, desktopChrome, android, iosChrome];
const setUpErrors: VoiceFailureCode[] = ['not-allowed', 'service-not-allowed', 'not-started'];
const then = 'type-instead';
const typing = [undefined, then, then, then];

// After the first, second, third and fourth failure in a row.
test.each<[string, VoiceFailureCode[], Browser[], (string | undefined)[]]>([
  [
    'any other failure',
    [
      'no-microphone',
      'no-speech',
      'unsupported',
      'language',
      'network',
      'recording',
      'transcription',
      'other',
    ],
    everywhere,
    typing,
  ],
  ['an interruption', ['interrupted'], everywhere, ['trouble', then, then, then]],
  [
    'Chrome on a computer',
    setUpErrors,
    [desktopChrome],
    ['chrome-setup', then, 'chrome-setup', 'chrome-setup'],
  ],
  ['Chrome on Android', setUpErrors, [android], ['chrome-setup', then, 'chrome-steps', 'chrome-steps']],
  [
    'Chrome on an iPhone',
    setUpErrors,
    [iosChrome],
    ['chrome-setup', then, 'chrome-steps', 'chrome-workaround'],
  ],
  ['a refused microphone elsewhere', ['not-allowed'], others, [undefined, then, 'permission', 'permission']],
  ['other setup errors elsewhere', ['service-not-allowed', 'not-started'], others, typing],
])('%s opens its guides: %j', (_, codes, browsers, guides) => {
  for (const browser of browsers) {
    for (const code of codes) {
      const failure = { code, text: 'It did not work.' };
      const opened = [1, 2, 3, 4].map((failures) => chooseGuide(failure, failures, browser));
      expect(opened, `${code} in ${browser.id}`).toEqual(guides);
    }
  }
});

test.for([
  [
    'Safari on an iPhone',
    'iPhone; CPU iPhone OS 18_5 Version/18.5 Safari/604.1',
    /iPhone Settings > Safari >/,
  ],
  ['Firefox on a computer', 'X11; Linux x86_64; rv:153.0 Firefox/153.0', /shield or the crossed-out/],
  ['Firefox on Android', 'Android 15; Mobile; rv:153.0 Firefox/153.0', /^Tap the shield/],
  ['any other', 'X11; Linux x86_64 Epiphany/49', /beside the address/],
] as const)('%s shows where to allow its microphone', ([, userAgent, place]) => {
  expect(explainHowToAllow(seen(userAgent))).toMatch(place);
});

function seen(userAgent: string): Browser {
  return detectBrowser({ userAgent, maxTouchPoints: 0, isInstalled: false });
}

function browserOf(id: BrowserId): Browser {
  return { id, device: id === 'ios-safari' ? 'ios' : 'desktop', isChrome: false, isInstalled: false };
}
