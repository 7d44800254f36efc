import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { languages } from '../../../../../shared/languages.ts';
import { phrases } from '../../../../../shared/phrases.ts';
import { healthOf } from '../../../../support/component/health.ts';
import { stubCaches, stubStorage } from '../../../../support/component/storage.ts';

const station = { text: 'Where is the train station?', sourceLanguage: 'en-US', targetLanguage: 'fr' };
const signal = new AbortController().signal;

/** Targets requested from the server in order, and the most requests at once. */
let asked: string[];
let maxConcurrent: number;
let lastSignal: RequestInit['signal'];
let answer: (address: string) => Response | Promise<Response>;
let stored: Map<string, Map<string, Response>>;
let browser: { onLine: boolean; connection?: { saveData: boolean } };
/** Every attempt to save throws it. */
let refusal: Error | undefined;

beforeEach(() => {
  vi.resetModules();
  asked = [];
  maxConcurrent = 0;
  answer = translateAll;
  browser = { onLine: true };
  refusal = undefined;
  let atOnce = 0;
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  stubStorage('localStorage');
  stored = stubCaches(() => {
    if (refusal) throw refusal;
  });
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    lastSignal = signal;
    asked.push(address.replace('/api/phrases?target=', ''));
    atOnce += 1;
    maxConcurrent = Math.max(maxConcurrent, atOnce);
    try {
      return await answer(address);
    } finally {
      atOnce -= 1;
    }
  });
});

afterEach(() => vi.useRealTimers());

describe('without a connection', () => {
  test('a saved phrase is translated without a call', async () => {
    await (await phrasebook()).savePhrases('fr');
    browser.onLine = false;
    asked = [];
    expect(await translate(station)).toBe('[fr] Where is the train station?');
    expect(asked).toEqual([]);
  });

  test('a saved phrase is translated without a call even if the browser claims to be online', async () => {
    await (await phrasebook()).savePhrases('fr');
    answer = unreachable;
    expect(await translate(station)).toBe('[fr] Where is the train station?');
    expect(asked).toEqual(['fr', '/api/translate']);
  });

  test('a server’s refusal stays a refusal', async () => {
    await (await phrasebook()).savePhrases('fr');
    answer = () =>
      Response.json({ error: 'Used up.', code: 'guest_limit_reached', requestId: 'x' }, { status: 429 });
    await expect(translate(station)).rejects.toThrow('429: Used up.');
  });

  test('a language that is written like a saved one has its phrases', async () => {
    const { savePhrases } = await phrasebook();
    await savePhrases('en-NZ');
    browser.onLine = false;
    const spanish = { text: '¿Puedo pagar con tarjeta?', sourceLanguage: 'es', targetLanguage: 'en-GB' };
    expect(await translate(spanish)).toBe('[en-US] ¿Puedo pagar con tarjeta?');
  });

  test('a phrase that is already in the language needs nothing saved', async () => {
    browser.onLine = false;
    expect(await translate({ ...station, targetLanguage: 'en-GB' })).toBe(station.text);
  });

  test.each(['{"welcome":"to our hotel"}', '{"phrases":"<html>"}', '<html>'])(
    'answers of an intermediary are not saved: %s',
    async (body) => {
      const { savePhrases } = await phrasebook();
      answer = () => new Response(body);
      await expect(savePhrases('fr')).rejects.toThrow();
      expect([...stored.values()].flatMap((cache) => [...cache.keys()])).toEqual([]);
    },
  );

  test('a reworded phrase does not get its old translation', async () => {
    const old = { id: 'en-train-station', text: 'Where is the station?', translatedText: 'Où est la gare ?' };
    answer = () => Response.json({ target: 'fr', phrases: [old] });
    await (await phrasebook()).savePhrases('fr');
    browser.onLine = false;
    answer = unreachable;
    await expect(translate(station)).rejects.toThrow(
      'You’re offline, and this phrase isn’t saved in French.',
    );
  });

  test('the phrase’s words in another language are not the phrase', async () => {
    await (await phrasebook()).savePhrases('fr');
    browser.onLine = false;
    answer = unreachable;
    await expect(translate({ ...station, sourceLanguage: 'de' })).rejects.toThrow('Only saved phrases');
  });

  test('other texts are sent anyway, and fail with a message about the connection', async () => {
    browser.onLine = false;
    expect(await translate({ ...station, text: 'The house is red.' })).toBe('asked');
    answer = unreachable;
    await expect(translate({ ...station, text: 'The house is red.' })).rejects.toThrow(
      'You’re offline. Only saved phrases work right now.',
    );
    browser.onLine = true;
    await expect(translate({ ...station, text: 'The house is red.' })).rejects.toThrow('Network error.');
  });

  test('a browser without storage has the phrases that are already in the language', async () => {
    vi.stubGlobal('caches', undefined);
    const { findOfflinePhrases, saveTargetPhrases } = await phrasebook();
    await saveTargetPhrases('es-ES');
    expect([...(await findOfflinePhrases('es-ES')).values()]).toEqual(
      phrases.filter(({ language }) => language === 'es').map(({ text }) => text),
    );
  });
});

describe('the picked language', () => {
  test('is saved, at most once a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { saveTargetPhrases } = await phrasebook();
    await saveTargetPhrases('es-ES');
    await saveTargetPhrases('es');
    expect(asked).toEqual(['es']);
    vi.setSystemTime(Date.now() + 86_400_000);
    await saveTargetPhrases('es-ES');
    expect(asked).toEqual(['es', 'es']);
  });

  test('is not requested offline or on a metered connection', async () => {
    const { saveTargetPhrases } = await phrasebook();
    browser.onLine = false;
    await saveTargetPhrases('fr');
    Object.assign(browser, { onLine: true, connection: { saveData: true } });
    await saveTargetPhrases('fr');
    expect(asked).toEqual([]);
  });

  test('keeps the old version when a refresh fails', async () => {
    const { saveTargetPhrases, findOfflinePhrases } = await phrasebook();
    await saveTargetPhrases('fr');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
    answer = unreachable;
    await saveTargetPhrases('fr');
    expect((await findOfflinePhrases('fr')).get('en-train-station')).toBe('[fr] Where is the train station?');
  });
});

describe('all languages', () => {
  test('are saved one after the other, those that are written alike at once', async () => {
    const { offlinePhrases } = await all();
    const seen: string[] = [];
    offlinePhrases.subscribe(() => {
      const { phase, saved, total } = offlinePhrases.get();
      if (phase === 'saving') seen.push(`${saved} of ${total}`);
    });
    await offlinePhrases.start(everything);
    expect(maxConcurrent).toBe(1);
    expect(asked).toHaveLength(new Set(languages.map(({ translate }) => translate)).size);
    expect(seen[0]).toBe('0 of 44');
    expect(seen).toContain('44 of 44');
    expect(offlinePhrases.get()).toMatchObject({ phase: 'finished', saved: 44, total: 44 });
  });

  test('are the targets of at least one phrase', async () => {
    const { listSavable: worthKeeping } = await all();
    const pairs = ['en-US>fr', 'es>fr', 'zh-CN>zh-CN', 'fr>de'];
    expect(worthKeeping(healthOf({ pairs })).flat()).toEqual(['fr']);
    expect(worthKeeping(undefined).flat()).toHaveLength(44);
  });

  test('can be stopped', async () => {
    const { offlinePhrases } = await all();
    answer = (address) => {
      if (asked.length === 3) offlinePhrases.stop();
      return translateAll(address);
    };
    await offlinePhrases.start(everything);
    expect(asked).toHaveLength(3);
    expect(lastSignal?.aborted).toBe(true);
    expect(offlinePhrases.get().phase).toBe('idle');
  });

  test('continue after a reload with the missing ones', async () => {
    const { offlinePhrases } = await all();
    answer = (address) => (asked.length === 3 ? new Promise(() => {}) : translateAll(address));
    void offlinePhrases.start(everything);
    await expect.poll(() => asked).toHaveLength(3);
    answer = translateAll;
    const interrupted = asked.at(-1);
    asked = [];
    const again = await reloaded();
    await again.start(everything);
    expect(asked[0]).toBe(interrupted);
    expect(again.get()).toMatchObject({ phase: 'finished', saved: 44 });
    asked = [];
    const later = await reloaded();
    await later.updateProgress(everything);
    expect(asked).toEqual([]);
    expect(later.get()).toMatchObject({ phase: 'idle', saved: 44 });
  });

  test.each<[string, () => void, RegExp]>([
    ['there is no room', () => refuse('QuotaExceededError'), /no space left/],
    ['the browser forbids it', () => refuse('SecurityError'), /save anything/],
    ['there is no Cache Storage', () => vi.stubGlobal('caches', undefined), /save anything/],
    [
      'the connection is lost',
      () => {
        answer = unreachable;
      },
      /connection was lost/,
    ],
  ])('fail at once with a message if %s', async (_why, breakIt, message) => {
    const { offlinePhrases } = await all();
    breakIt();
    await offlinePhrases.start(everything);
    expect(offlinePhrases.get()).toMatchObject({ phase: 'failed', problem: expect.stringMatching(message) });
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  test('skip a language that fails, and can be continued', async () => {
    const { offlinePhrases } = await all();
    answer = (address) =>
      address.endsWith('=fr') ? new Response('', { status: 502 }) : translateAll(address);
    await offlinePhrases.start(everything);
    expect(offlinePhrases.get()).toMatchObject({ phase: 'failed', saved: 43 });
    answer = translateAll;
    asked = [];
    await offlinePhrases.start(everything);
    expect(asked).toEqual(['fr']);
    expect(offlinePhrases.get()).toMatchObject({ phase: 'finished', saved: 44, problem: undefined });
  });

  test('do not hammer a failing server', async () => {
    const { offlinePhrases } = await all();
    answer = () => new Response('', { status: 502 });
    await offlinePhrases.start(everything);
    expect(asked).toHaveLength(3);
  });

  test('are removed with the sounds', async () => {
    const { offlinePhrases } = await all();
    const { saveSound } = await import('../../../../../web/speech/speak/sounds.ts');
    await saveSound('hola', 'es', new Blob(['sound'], { type: 'audio/mpeg' }));
    await offlinePhrases.start(healthOf({ pairs: ['en-US>fr'] }));
    await offlinePhrases.remove(everything);
    expect(offlinePhrases.get()).toMatchObject({ phase: 'idle', saved: 0 });
    expect([...stored.values()].flatMap((cache) => [...cache.keys()])).toEqual([]);
  });
});

describe('a sound', () => {
  test('is saved by text and language, under any alias', async () => {
    const { saveSound, readSound } = await import('../../../../../web/speech/speak/sounds.ts');
    await saveSound('hola & adiós', 'es-ES', new Blob(['sound'], { type: 'audio/mpeg' }));
    const saved = await readSound('hola & adiós', 'es');
    expect(await saved?.text()).toBe('sound');
    expect(saved?.type).toBe('audio/mpeg');
    expect(await readSound('hola & adiós', 'es-419')).toBeUndefined();
    expect(await readSound('hola', 'es')).toBeUndefined();
  });

  test('that is a page is not saved: an intermediary answered', async () => {
    const { saveSound, readSound } = await import('../../../../../web/speech/speak/sounds.ts');
    await saveSound('hola', 'es', new Blob(['<html>'], { type: 'text/html' }));
    expect(await readSound('hola', 'es')).toBeUndefined();
  });

  test('that cannot be saved throws no error', async () => {
    const { saveSound, readSound } = await import('../../../../../web/speech/speak/sounds.ts');
    refuse('QuotaExceededError');
    await saveSound('hola', 'es', new Blob(['sound'], { type: 'audio/mpeg' }));
    vi.stubGlobal('caches', undefined);
    expect(await readSound('hola', 'es')).toBeUndefined();
  });
});

const everything = healthOf();

function refuse(name: string): void {
  refusal = new DOMException('No.', name);
}

function translateAll(address: string): Response {
  const target = new URL(address, 'http://parley.example').searchParams.get('target');
  if (target === null) return Response.json({ translatedText: 'asked' });
  const translated = phrases.map(({ id, text }) => ({ id, text, translatedText: `[${target}] ${text}` }));
  return Response.json({ target, phrases: translated });
}

function unreachable(): never {
  throw new TypeError('Failed to fetch');
}

function phrasebook() {
  return import('../../../../../web/translation/phrases/phrasebook.ts');
}

function all() {
  return import('../../../../../web/translation/phrases/offline-phrases.ts');
}

/** The next load of the page: the same storage, and no state in memory. */
async function reloaded() {
  vi.resetModules();
  return (await all()).offlinePhrases;
}

/** As the page does. */
async function translate({ text, sourceLanguage, targetLanguage }: typeof station): Promise<string> {
  const { createServices } = await import('../../../../../web/translation/translator/services.ts');
  const { translatedText } = await createServices().translate(text, sourceLanguage, targetLanguage, signal);
  return translatedText;
}
