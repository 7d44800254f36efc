import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../../web/speech/browser.ts';
import { healthOf } from '../../../support/component/health.ts';

const desktop: Browser = { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false };
const english = healthOf({ listens: ['en-US'] });

// Loading the modules again is the session's next page.
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('webkitSpeechRecognition', class {});
});
afterEach(() => vi.unstubAllGlobals());

describe('speech can be recognised', () => {
  test('by the server, in its languages', async () => {
    Reflect.deleteProperty(globalThis, 'webkitSpeechRecognition');
    const { canListen } = await load();
    expect(canListen('en-US', desktop, english)).toBe(true);
    expect(canListen('es-ES', desktop, english)).toBe(false);
    expect(canListen('es-ES', desktop, healthOf({ listens: ['es'] }))).toBe(true);
  });

  test('by the server in any language, while its languages are unknown', async () => {
    const { listMethods: methodsFor } = await load();
    expect(methodsFor('es-ES', desktop, undefined)).toEqual(['browser', 'server']);
  });

  test('not by the recogniser in an app on an iPhone’s home screen', async () => {
    const { listMethods: methodsFor } = await load();
    const installed: Browser = { id: 'ios-safari', device: 'iphone', isChrome: false, isInstalled: true };
    expect(methodsFor('en-US', installed, english)).toEqual(['server']);
    expect(methodsFor('en-US', { ...installed, isInstalled: false }, english)).toEqual(['browser', 'server']);
    expect(methodsFor('en-US', { ...desktop, isInstalled: true }, english)).toEqual(['browser', 'server']);
  });

  test('not by a method that lacks the language', async () => {
    const { inputMethods } = await load();
    inputMethods.ruleOut('browser', 'es-ES');
    inputMethods.putLast('browser', 'fr');
    expect(await methodsFor('es-ES')).toEqual([]);
    expect(await methodsFor('fr')).toEqual(['browser']);
  });
});

test('the next page remembers the method that failed last, but not its languages', async () => {
  const { inputMethods } = await load();
  inputMethods.ruleOut('browser', 'es-ES');
  inputMethods.putLast('browser', 'es-ES');
  inputMethods.putLast('server', 'fr');
  vi.resetModules();
  expect(await methodsFor('es-ES')).toEqual(['browser']);
  const next = (await load()).inputMethods;
  expect(next.findStatus('server', 'es-ES')).toBe('last');
  expect(next.findStatus('browser', 'es-ES')).toBe('tried');
});

test('damaged storage is ignored', async () => {
  vi.stubGlobal('sessionStorage', storage({ 'parley.input-methods': '7' }));
  const { inputMethods } = await load();
  expect(inputMethods.findStatus('browser', 'en-US')).toBeUndefined();
});

async function methodsFor(language: string) {
  return (await load()).listMethods(language, desktop, english);
}

function load() {
  return import('../../../../web/speech/recognise/input-methods.ts');
}

function storage(kept: Record<string, string> = {}): Pick<Storage, 'getItem' | 'setItem'> {
  return {
    getItem: (key) => kept[key] ?? null,
    setItem(key, value) {
      kept[key] = value;
    },
  };
}
