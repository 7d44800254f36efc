import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadPhrasebook } from '../../../../../shared/phrasebook/books.ts';
import { queryClient } from '../../../../../web/queries.ts';
import { privateMode } from '../../../../../web/translation/private-mode.ts';
import { createServices } from '../../../../../web/translation/translator/services.ts';
import { stubStorage } from '../../../../support/component/storage.ts';

vi.mock(import('../../../../../shared/phrasebook/books.ts'), async (importOriginal) => {
  const { loadPhrasebook } = await importOriginal();
  return { loadPhrasebook: vi.fn(loadPhrasebook) };
});

const kept = vi.hoisted(() => vi.fn());
vi.mock(import('../../../../../web/translation/history-outbox.ts'), () => ({
  keepTranslation: kept,
  deliverWaiting: () => {},
}));

const station = ['Where is the train station?', 'en-US'] as const;
const { signal } = new AbortController();
const asked = vi.fn<() => Response>();
const browser = { onLine: true };

beforeEach(() => {
  asked.mockReset().mockImplementation(() => {
    throw new TypeError('Failed to fetch');
  });
  kept.mockReset();
  browser.onLine = true;
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', async () => asked());
  stubStorage('localStorage');
  queryClient.clear();
  privateMode.set(false);
});

describe('a phrase', () => {
  test.each([
    ['fr', 'Où se trouve la gare\u202f?'],
    ['es-ES', '¿Dónde está la estación de tren?'],
    ['ja', '駅はどこですか。'],
    ['en-GB', 'Where is the train station?'],
  ])('is translated to %s without a call', async (target, translatedText) => {
    browser.onLine = false;
    const translated = await createServices().translatePhrase(...station, target, signal);
    expect(translated).toEqual({ translatedText, uncounted: 'phrase' });
    expect(asked).not.toHaveBeenCalled();
  });

  test('is kept in the history, unless the mode is private', async () => {
    await createServices().translatePhrase(...station, 'de', signal);
    const [text, sourceLanguage] = station;
    const translation = { text, sourceLanguage, targetLanguage: 'de', translatedText: 'Wo ist der Bahnhof?' };
    expect(kept.mock.calls).toEqual([[translation, expect.any(String), undefined]]);
    privateMode.set(true);
    await createServices().translatePhrase(...station, 'de', signal);
    expect(kept).toHaveBeenCalledTimes(1);
  });

  test('whose file does not load says so, and works once it does', async () => {
    const broken = new TypeError('Failed to fetch dynamically imported module: https://parley.example/fr.js');
    vi.mocked(loadPhrasebook).mockRejectedValueOnce(broken);
    const { translatePhrase } = createServices();
    await expect(translatePhrase(...station, 'fr', signal)).rejects.toThrow(
      'The French phrases didn’t load. Check your connection.',
    );
    expect((await translatePhrase(...station, 'fr', signal)).translatedText).toContain('la gare');
  });
});

test('other words say, offline, that only Quick Actions work', async () => {
  const translate = () => createServices().translate('The house is red.', 'en-US', 'fr', signal);
  await expect(translate()).rejects.toThrow('Network error.');
  browser.onLine = false;
  await expect(translate()).rejects.toThrow('You’re offline. Only Quick Actions work right now.');
  // A browser that reports no connection can still reach a server on the same machine.
  asked.mockReturnValue(Response.json({ translatedText: 'La maison est rouge.' }));
  expect(await translate()).toEqual({ translatedText: 'La maison est rouge.' });
});
