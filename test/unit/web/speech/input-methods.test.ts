import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../../web/speech/browser.ts';
import type { Health } from '../../../../web/system/health.ts';

const desktop: Browser = { id: 'desktop-chrome', device: 'desktop', isChrome: true, isInstalled: false };
const english = healthOf(['en-US']);

// A session lasts longer than a page: the modules are loaded anew, the storage stays.
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('webkitSpeechRecognition', class {});
});
afterEach(() => vi.unstubAllGlobals());

describe('speech can be recognised', () => {
  test('by the browser, in any language until it says otherwise', async () => {
    expect(await methodsFor('es-ES')).toEqual(['browser']);
  });

  test('by the server, in its languages', async () => {
    Reflect.deleteProperty(globalThis, 'webkitSpeechRecognition');
    const { canListen } = await load();
    expect(canListen('en-US', desktop, english)).toBe(true);
    expect(canListen('es-ES', desktop, english)).toBe(false);
    expect(canListen('es-ES', desktop, healthOf(['es']))).toBe(true);
  });

  test('by the server in any language, as long as it has not said which', async () => {
    const { methodsFor } = await load();
    expect(methodsFor('es-ES', desktop, undefined)).toEqual(['browser', 'server']);
  });

  test('by no recogniser of an app on an iPhone’s home screen', async () => {
    const { methodsFor } = await load();
    const installed: Browser = { id: 'ios-safari', device: 'iphone', isChrome: false, isInstalled: true };
    expect(methodsFor('en-US', installed, english)).toEqual(['server']);
    expect(methodsFor('en-US', { ...installed, isInstalled: false }, english)).toEqual(['browser', 'server']);
    expect(methodsFor('en-US', { ...desktop, isInstalled: true }, english)).toEqual(['browser', 'server']);
  });

  test('by no method that is out for the language', async () => {
    const { inputMethods } = await load();
    inputMethods.remember('browser es-ES', 'out');
    expect(await methodsFor('es-ES')).toEqual([]);
    expect(await methodsFor('fr')).toEqual(['browser']);
    inputMethods.remember('browser', 'last');
    expect(await methodsFor('es-ES')).toEqual([]);
    expect(await methodsFor('fr')).toEqual(['browser']);
  });

  test.each(['last', 'tried'] as const)('by a method that is %s', async (standing) => {
    const { inputMethods } = await load();
    inputMethods.remember('browser', standing);
    expect(await methodsFor('es-ES')).toEqual(['browser']);
  });
});

describe('what was found out', () => {
  test('is known to the session’s next page', async () => {
    (await load()).inputMethods.remember('browser', 'last');
    vi.resetModules();
    expect((await load()).inputMethods.standingOf('browser', 'en-US')).toBe('last');
  });

  test('of one language is asked again by the next page: who is told to refresh it may be heard then', async () => {
    const { inputMethods } = await load();
    inputMethods.remember('browser es-ES', 'out');
    inputMethods.remember('server', 'last');
    vi.resetModules();
    expect(await methodsFor('es-ES')).toEqual(['browser']);
    expect((await load()).inputMethods.standingOf('server', 'es-ES')).toBe('last');
  });

  test('is known as long as the page is open where storage is forbidden', async () => {
    vi.stubGlobal('sessionStorage', {
      getItem: forbid,
      setItem: forbid,
    });
    const { inputMethods } = await load();
    inputMethods.remember('browser', 'last');
    expect(inputMethods.standingOf('browser', 'en-US')).toBe('last');
  });

  test.each(['nonsense', 'null', '7'])('is nothing where storage holds %s', async (text) => {
    vi.stubGlobal('sessionStorage', storage({ 'parley.input-methods': text }));
    const { inputMethods } = await load();
    expect(inputMethods.standingOf('browser', 'en-US')).toBeUndefined();
    inputMethods.remember('server', 'last');
    expect(inputMethods.standingOf('server', 'en-US')).toBe('last');
  });
});

async function methodsFor(language: string) {
  return (await load()).methodsFor(language, desktop, english);
}

function load() {
  return import('../../../../web/speech/recognise/input-methods.ts');
}

function healthOf(languages: string[]): Health {
  return {
    status: 'ok',
    engines: {
      translation: { up: true, languages: [], pairs: null },
      recognition: { up: true, languages },
      speech: { up: true, languages: [] },
    },
  };
}

function storage(kept: Record<string, string> = {}): Pick<Storage, 'getItem' | 'setItem'> {
  return {
    getItem: (key) => kept[key] ?? null,
    setItem(key, value) {
      kept[key] = value;
    },
  };
}

function forbid(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
