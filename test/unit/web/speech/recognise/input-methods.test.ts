import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Browser } from '../../../../../web/speech/browser.ts';
import { healthOf } from '../../../../support/component/health.ts';
import { stubStorage } from '../../../../support/component/storage.ts';

const desktop: Browser = { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false };
const english = healthOf({ listens: ['en-US'] });

// Loading the modules again is the session's next page.
beforeEach(() => {
  vi.resetModules();
  stubStorage('sessionStorage');
  vi.stubGlobal('webkitSpeechRecognition', class {});
});
afterEach(() => vi.unstubAllGlobals());

test('the recogniser hears nothing in an app on an iPhone’s home screen', async () => {
  const { listMethods } = await load();
  const installed: Browser = { id: 'ios-safari', device: 'ios', isChrome: false, isInstalled: true };
  expect(listMethods('en-US', installed, english)).toEqual(['server']);
  expect(listMethods('en-US', { ...installed, isInstalled: false }, english)).toEqual(['browser', 'server']);
  expect(listMethods('en-US', { ...desktop, isInstalled: true }, english)).toEqual(['browser', 'server']);
});

test('the next page remembers the method that failed last, but not its languages', async () => {
  const { inputMethods } = await load();
  inputMethods.noteUnsupported('browser', 'es-ES');
  inputMethods.noteFailure('browser', 'es-ES');
  inputMethods.noteFailure('server', 'fr');
  vi.resetModules();
  const next = await load();
  expect(next.listMethods('es-ES', desktop, english)).toEqual(['browser']);
  expect(next.inputMethods.findStatus('server', 'es-ES')).toBe('failed-last');
  expect(next.inputMethods.findStatus('browser', 'es-ES')).toBe('failed-earlier');
});

test('without a connection the browser comes first, also for Premium and after it failed', async () => {
  const { inputMethods, orderMethods } = await load();
  inputMethods.noteFailure('browser', 'en-US');
  expect(orderMethods('en-US', desktop, english, true)).toEqual(['server', 'browser']);
  vi.stubGlobal('navigator', { onLine: false });
  expect(orderMethods('en-US', desktop, english, true)).toEqual(['browser', 'server']);
});

test('damaged storage is ignored', async () => {
  stubStorage('sessionStorage', { 'parley.input-methods': '7' });
  const { inputMethods } = await load();
  expect(inputMethods.findStatus('browser', 'en-US')).toBeUndefined();
});

function load() {
  return import('../../../../../web/speech/recognise/input-methods.ts');
}
