import { afterEach, describe, expect, test, vi } from 'vitest';
import { detectBrowser, thisBrowser } from '../../../../web/speech/browser.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const macChrome = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ipad = 'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('a browser is recognised', () => {
  test.each([
    ['Chrome on Windows', `${windows} Chrome/142.0.0.0 Safari/537.36`, 'desktop-chrome', 'desktop', true],
    ['Chrome on a Mac', `${macChrome} Chrome/142.0.0.0 Safari/537.36`, 'desktop-chrome', 'desktop', true],
    [
      'Chrome or Brave on Linux',
      `${linux} Chrome/142.0.0.0 Safari/537.36`,
      'desktop-chrome',
      'desktop',
      true,
    ],
    [
      'Chromium without a window',
      `${linux} HeadlessChrome/142.0.0.0 Safari/537.36`,
      'desktop-chrome',
      'desktop',
      true,
    ],
    ['Edge', `${windows} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'other', 'desktop', false],
    ['Opera', `${windows} Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0`, 'other', 'desktop', false],
    [
      'Firefox',
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'firefox',
      'desktop',
      false,
    ],
    ['Safari on a Mac', `${mac} Version/18.5 Safari/605.1.15`, 'desktop-safari', 'desktop', false],
    ['Chrome on Android', `${android} Chrome/142.0.0.0 Mobile Safari/537.36`, 'other', 'android', true],
    [
      'Samsung Internet',
      `${android} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
      'other',
      'android',
      false,
    ],
    [
      'Edge on Android',
      `${android} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`,
      'other',
      'android',
      false,
    ],
    [
      'Firefox on Android',
      'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
      'firefox',
      'android',
      false,
    ],
    [
      'Safari on an iPhone',
      `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`,
      'ios-safari',
      'iphone',
      false,
    ],
    [
      'Chrome on an iPhone',
      `${iphone} CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1`,
      'ios-chrome',
      'iphone',
      true,
    ],
    ['Firefox on an iPhone', `${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'other', 'iphone', false],
    [
      'Edge on an iPhone',
      `${iphone} Version/18.0 EdgiOS/142.0 Mobile/15E148 Safari/605.1.15`,
      'other',
      'iphone',
      false,
    ],
    [
      'Google’s search app on an iPhone',
      `${iphone} GSA/395.0 Mobile/15E148 Safari/604.1`,
      'other',
      'iphone',
      false,
    ],
    ['Safari on an iPad', `${ipad} Version/18.5 Mobile/15E148 Safari/604.1`, 'ios-safari', 'iphone', false],
    [
      'Chrome on an iPad',
      `${ipad} CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1`,
      'ios-chrome',
      'iphone',
      true,
    ],
  ])('%s', (_, userAgent, id, device, isChrome) => {
    expect(detectBrowser({ userAgent, maxTouchPoints: 0, isStandalone: false })).toEqual({
      id,
      device,
      isChrome,
      isInstalled: false,
    });
  });

  test.each([
    ['Safari on an iPad', `${mac} Version/18.5 Safari/605.1.15`, 'ios-safari', false],
    ['Chrome on an iPad', `${mac} CriOS/142.0.7444.46 Version/11.1.1 Safari/605.1.15`, 'ios-chrome', true],
    ['Firefox on an iPad', `${mac} FxiOS/145.0 Safari/605.1.15`, 'other', false],
  ])('%s in desktop mode, by its touch points', (_, userAgent, id, isChrome) => {
    expect(detectBrowser({ userAgent, maxTouchPoints: 5, isStandalone: false })).toEqual({
      id,
      device: 'iphone',
      isChrome,
      isInstalled: false,
    });
  });

  test('a touch screen makes no iPad of a Windows machine', () => {
    const userAgent = `${windows} Chrome/142.0.0.0 Safari/537.36`;
    expect(detectBrowser({ userAgent, maxTouchPoints: 10, isStandalone: false }).device).toBe('desktop');
  });

  test('an app on an iPhone’s home screen, which does not name Safari, is Safari', () => {
    const app = detectBrowser({
      userAgent: `${iphone} Mobile/15E148`,
      maxTouchPoints: 5,
      isStandalone: true,
    });
    expect(app).toEqual({ id: 'ios-safari', device: 'iphone', isChrome: false, isInstalled: true });
  });
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
    expect(thisBrowser().isInstalled).toBe(isInstalled);
  });
});
