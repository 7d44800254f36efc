import { describe, expect, test } from 'vitest';
import { type Browser, detectBrowser } from '../../../../web/speech/browser.ts';
import { fullSteps, shortSteps } from '../../../../web/speech/guides/chrome-steps.ts';
import { whereToAllow } from '../../../../web/speech/guides/where-to-allow.ts';

describe.for(['iphone', 'android'] as const)('the steps for Chrome on %s', (device) => {
  test('are four on the card and five in the dialog, each of its own', () => {
    expect(new Set(shortSteps(device).map(({ title }) => title)).size).toBe(4);
    expect(new Set(fullSteps(device).map(({ title }) => title)).size).toBe(5);
  });

  test('name no other device', () => {
    const said = JSON.stringify([shortSteps(device), fullSteps(device)]);
    expect(said).not.toMatch(device === 'iphone' ? /Android|back gesture/ : /iPhone|iOS/);
  });
});

test.for([
  [
    'Chrome on an iPhone',
    'iPhone; CPU iPhone OS 18_5 CriOS/150.0 Safari/604.1',
    /iPhone Settings > Chrome >/,
  ],
  [
    'Safari on an iPhone',
    'iPhone; CPU iPhone OS 18_5 Version/18.5 Safari/604.1',
    /iPhone Settings > Safari >/,
  ],
  ['Chrome on Android', 'Linux; Android 15 Chrome/150.0 Mobile Safari/537.36', /Permissions > Microphone/],
  ['Chrome on a computer', 'Windows NT 10.0 Chrome/150.0 Safari/537.36', /icon before the address/],
  ['Firefox on a computer', 'X11; Linux x86_64; rv:153.0 Firefox/153.0', /shield or the crossed-out/],
  ['Firefox on Android', 'Android 15; Mobile; rv:153.0 Firefox/153.0', /^Tap the shield/],
  ['any other', 'X11; Linux x86_64 Epiphany/49', /beside the address/],
] as const)('%s is told where its microphone is allowed', ([, userAgent, place]) => {
  expect(whereToAllow(browserOf(userAgent))).toMatch(place);
});

function browserOf(userAgent: string): Browser {
  return detectBrowser({ userAgent, maxTouchPoints: 0, isStandalone: false });
}
