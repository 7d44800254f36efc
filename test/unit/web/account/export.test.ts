import { expect, test, vi } from 'vitest';
import { exportData } from '../../../../web/account/export.ts';

const rest = {
  exportedAt: '2026-11-21T10:00:00.000Z',
  profile: null,
  billing: null,
  settings: null,
  usage: [],
};

test('an export joins all pages, which it requests a second apart as the route allows', async () => {
  const nextCursors: Record<string, string> = {};
  const asked: [cursor: string, ms: number][] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const cursor = new URL(path, 'https://parley.example').searchParams.get('cursor') ?? 'first';
    asked.push([cursor, Date.now()]);
    return Response.json({
      ...rest,
      translations: [translation(cursor)],
      cursor: nextCursors[cursor] ?? null,
    });
  });
  // Loads what checks answers, for which a stopped clock would not wait.
  expect((await exportData()).translations).toHaveLength(1);
  asked.length = 0;
  vi.useFakeTimers({ now: 0 });
  Object.assign(nextCursors, { first: 'b', b: 'c' });
  const exported = exportData();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await exported).toEqual({ ...rest, translations: ['first', 'b', 'c'].map(translation) });
  expect(asked).toEqual([
    ['first', 0],
    ['b', 1_000],
    ['c', 2_000],
  ]);
});

function translation(text: string) {
  const [id, createdAt] = ['01KAK8Q1M0000000000000000A', rest.exportedAt];
  const languages = { sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
  return { id, text, ...languages, translatedText: 'casa', createdAt, isStarred: false };
}
