import { expect, test } from 'vitest';
import { findDevice } from '../../../../functions/request/device.ts';
import { userAgents } from '../../../support/browser/user-agents.ts';

const mozilla = 'Mozilla/5.0';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

test.each([
  ['Chrome', 'iPhone', userAgents.iphoneChrome],
  ['Safari', 'iPhone', userAgents.iphoneSafari],
  ['Chrome', 'Android', userAgents.androidChrome],
  ['Firefox', 'Linux', userAgents.firefox],
  ['Chrome', 'macOS', userAgents.macChrome],
  ['Edge', 'Windows', `${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Edg/150.0.0.0`],
  ['Opera', 'Windows', `${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} OPR/120.0.0.0`],
  ['Chrome', 'ChromeOS', `${mozilla} (X11; CrOS x86_64 14541.0.0) ${chrome}`],
  [
    'Samsung Internet',
    'Android',
    `${mozilla} (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Safari',
    'iPad',
    `${mozilla} (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
  ],
])('%s on %s is known by its header', (browser, system, userAgent) => {
  expect(findDevice(userAgent)).toEqual({ browser, system });
});

test('nothing of an unknown header is kept', () => {
  for (const userAgent of ['', 'curl/8.5.0', '<script>Chrome</script>', 'Ada’s private browser/1.0']) {
    expect(findDevice(userAgent)).toEqual({});
  }
});

test('a header made to be slow is judged at once', () => {
  const slow = ['Version/ ', 'EdgA', 'Macintosh', 'Version/ Safari'].map((part) => part.repeat(3_000));
  const startedAt = performance.now();
  for (const userAgent of slow) findDevice(userAgent);
  const referenceAt = performance.now();
  for (const userAgent of slow) for (let turn = 0; turn < 20; turn++) userAgent.replace(/[a-z]/g, '');
  expect(referenceAt - startedAt).toBeLessThan(performance.now() - referenceAt);
});
