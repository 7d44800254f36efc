import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { historyShape, storedShapes } from '../../../web/stored-shapes.ts';
import { stubStorage } from '../../support/component/storage.ts';
import { stubIndexedDb } from '../../support/indexed-db.ts';

const profile: RecordedProfile = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'recorded-profile.json'), 'utf8'),
);

interface RecordedProfile {
  readonly history: { readonly name: string; readonly version: number; readonly rows: readonly object[] };
  readonly localStorage: Readonly<Record<string, string>>;
  readonly sessionStorage: Readonly<Record<string, string>>;
}

beforeEach(async () => {
  stubIndexedDb();
  stubStorage('localStorage', profile.localStorage);
  stubStorage('sessionStorage', profile.sessionStorage);
  const { name, version, rows } = profile.history;
  const database = await openDB(name, version, {
    upgrade: (opened) => void opened.createObjectStore('translations', { keyPath: ['owner', 'id'] }),
  });
  for (const row of rows) await database.put('translations', row);
  database.close();
  return () => vi.unstubAllGlobals();
});

test('a recorded profile has every stored value, and the database, in its version', () => {
  const recorded = Object.keys({ ...profile.localStorage, ...profile.sessionStorage });
  expect(recorded.toSorted()).toEqual(Object.keys(storedShapes).toSorted());
  for (const [key, { storage }] of Object.entries(storedShapes)) {
    expect(Object.keys(profile[storage]), key).toContain(key);
  }
  expect(profile.history.name).toBe(historyShape.name);
});

test('a recorded profile’s history is read, searched and kept', async () => {
  const { historyStorage } = await import('../../../web/translation/history/history-storage.ts');
  expect(await historyStorage.read()).toEqual(profile.history.rows);
  expect(historyStorage.get()).toEqual({ state: 'saved', unreadableCount: 0 });
});

test('a recorded profile’s values are read', async () => {
  const [{ settings }, { savedLanguages }, { recentPairs }, { style }, { rememberedUserId }] =
    await Promise.all([
      import('../../../web/settings/settings.ts'),
      import('../../../web/translation/languages/saved-languages.ts'),
      import('../../../web/translation/languages/recent-pairs.ts'),
      import('../../../web/translation/input/style.ts'),
      import('../../../web/auth/remembered-user.ts'),
    ]);
  const [{ privateMode }, { takeDraft }, { loadConversation }] = await Promise.all([
    import('../../../web/translation/private-mode.ts'),
    import('../../../web/translation/translator/use-translator.ts'),
    import('../../../web/translation/conversation/run-conversation.ts'),
  ]);
  expect(settings.get()).toMatchObject({ speechRate: 12, autoPlay: false, defaultTargetLang: 'es-ES' });
  expect(savedLanguages.read()).toEqual({ pinned: ['ja'], recent: ['fr', 'es'] });
  expect(recentPairs.get()).toEqual([{ source: 'en-US', target: 'es-ES' }]);
  expect(style.get()).toMatchObject({ formality: 'formal' });
  expect(rememberedUserId.read()).toBe('ada');
  expect(privateMode.get()).toBe(true);
  expect(takeDraft()).toMatchObject({ text: 'good evening', source: 'en-US', target: 'es-ES' });
  expect(loadConversation('ada')?.turns).toMatchObject([{ text: 'hello', translation: 'hola' }]);
});
