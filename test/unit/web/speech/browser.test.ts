import { afterEach, describe, expect, test, vi } from 'vitest';
import { detectBrowser, getBrowser } from '../../../../web/speech/browser.ts';

const like = 'KHTML, like Gecko)';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (${like}`;
const linux = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (${like}`;
const android = `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (${like}`;
const macChrome = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (${like}`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (${like}`;
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (${like}`;
const ipad = `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (${like}`;
const gecko = 'Gecko/20100101 Firefox/145.0';
const mobile = 'Mobile/15E148 Safari/604.1';

test.each([
  ['Chrome on Windows', `${windows} Chrome/142.0.0.0 Safari/537.36`, 'desktop-chrome, desktop, Chrome'],
  ['Chrome on a Mac', `${macChrome} Chrome/142.0.0.0 Safari/537.36`, 'desktop-chrome, desktop, Chrome'],
  ['Brave on Linux', `${linux} Chrome/142.0.0.0 Safari/537.36`, 'desktop-chrome, desktop, Chrome'],
  ['no window', `${linux} HeadlessChrome/142.0.0.0 Safari/537.36`, 'desktop-chrome, desktop, Chrome'],
  ['Edge', `${windows} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'other, desktop'],
  ['Opera', `${windows} Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0`, 'other, desktop'],
  ['Firefox', `Mozilla/5.0 (X11; Linux x86_64; rv:145.0) ${gecko}`, 'firefox, desktop'],
  ['Safari on a Mac', `${mac} Version/18.5 Safari/605.1.15`, 'desktop-safari, desktop'],
  ['Chrome on Android', `${android} Chrome/142.0.0.0 Mobile Safari/537.36`, 'other, android, Chrome'],
  ['Samsung Internet', `${android} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari`, 'other, android'],
  ['Edge on Android', `${android} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0`, 'other, android'],
  ['Firefox on Android', `Mozilla/5.0 (Android 15; Mobile; rv:145.0) ${gecko}`, 'firefox, android'],
  ['Safari on an iPhone', `${iphone} Version/18.5 ${mobile}`, 'ios-safari, ios'],
  ['Chrome on an iPhone', `${iphone} CriOS/142.0.7444.46 ${mobile}`, 'ios-chrome, ios, Chrome'],
  ['Firefox on an iPhone', `${iphone} FxiOS/145.0 ${mobile}`, 'other, ios'],
  ['Edge on an iPhone', `${iphone} Version/18.0 EdgiOS/142.0 ${mobile}`, 'other, ios'],
  ['Google’s search app on an iPhone', `${iphone} GSA/395.0 ${mobile}`, 'other, ios'],
  ['Safari on an iPad', `${ipad} Version/18.5 ${mobile}`, 'ios-safari, ios'],
  ['Chrome on an iPad', `${ipad} CriOS/142.0.7444.46 ${mobile}`, 'ios-chrome, ios, Chrome'],
])('%s is recognised', (_, userAgent, seen) => {
  expect(seenAs(userAgent, 0)).toBe(seen);
});

test.each([
  ['Safari on an iPad', `${mac} Version/18.5 Safari/605.1.15`, 'ios-safari, ios'],
  [
    'Chrome on an iPad',
    `${mac} CriOS/142.0.7444.46 Version/11.1.1 Safari/605.1.15`,
    'ios-chrome, ios, Chrome',
  ],
  ['Firefox on an iPad', `${mac} FxiOS/145.0 Safari/605.1.15`, 'other, ios'],
  [
    'a Windows machine with a touch screen',
    `${windows} Chrome/142.0.0.0 Safari`,
    'desktop-chrome, desktop, Chrome',
  ],
])('%s in desktop mode is recognised by its touch points', (_, userAgent, seen) => {
  expect(seenAs(userAgent, 5)).toBe(seen);
});

test('an app on an iPhone’s home screen is Safari, although its user agent does not name it', () => {
  expect(seenAs(`${iphone} Mobile/15E148`, 5, true)).toBe('ios-safari, ios, installed');
});

describe('this browser', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['says so to Apple’s pages', { standalone: true }, false, true],
    ['says so to styles', {}, true, true],
    ['does not say so', { standalone: false }, false, false],
  ])('is an app when it %s', (_, signs, matches, isInstalled) => {
    vi.stubGlobal('navigator', { userAgent: `${iphone} Mobile/15E148`, maxTouchPoints: 5, ...signs });
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: matches && query === '(display-mode: standalone)',
    }));
    expect(getBrowser().isInstalled).toBe(isInstalled);
  });
});

function seenAs(userAgent: string, maxTouchPoints: number, isInstalled = false): string {
  const { id, device, isChrome, ...rest } = detectBrowser({ userAgent, maxTouchPoints, isInstalled });
  return [id, device, isChrome && 'Chrome', rest.isInstalled && 'installed'].filter(Boolean).join(', ');
}
