import { describe, expect, test } from 'vitest';
import { splitWords } from '../../../../../shared/text/search-text.ts';
import { highlight } from '../../../../../web/translation/highlight.tsx';
import {
  addEntry,
  changeRemoval,
  changeStar,
  type HistoryEntry,
  isEntry,
  matchesFilter,
  maxUnstarred,
  mergeHistory,
  mergePage,
  switchOwner,
} from '../../../../../web/translation/history/history-entries.ts';

describe('the local history', () => {
  test('drops the oldest entries above its limit, but never starred ones', () => {
    const full = fullTable();
    const starred = entry({ id: idOf(0), isStarred: true });
    const { put, remove } = addEntry([starred, ...full], entry({ id: idOf(5_000) }));
    expect(put).toHaveLength(1);
    expect(remove?.map(({ id }) => id)).toEqual([idOf(1)]);
  });

  test('is separate for each owner', () => {
    const full = fullTable();
    expect(addEntry(full, entry({ owner: 'eve' })).remove).toEqual([]);
  });

  test('keeps the star of a repeated entry, and notes that the account has it', () => {
    const earlier = entry({ isStarred: true });
    const again = entry({ translatedText: 'otra', syncState: 'synced' });
    expect(addEntry([earlier], again).put).toEqual([{ ...again, isStarred: true, syncState: 'restarred' }]);
  });
});

describe('an owner who signs in', () => {
  test('takes over their entries as a guest, each once', () => {
    const mine = entry({ id: 'b' });
    const [one, other] = [entry({ owner: 'guest', id: 'a' }), entry({ owner: 'guest', id: 'b' })];
    const { put, remove } = switchOwner([mine, one, other], 'ada');
    expect(put).toEqual([{ ...one, owner: 'ada' }]);
    expect(remove).toEqual([one, other]);
  });

  test('keeps entries of others that are only local, without seeing them', () => {
    const here = entry({ owner: 'eve', id: 'a' });
    const there = entry({ owner: 'eve', id: 'b', syncState: 'synced' });
    const untold = entry({ owner: 'eve', id: 'c', syncState: 'synced', removedAtMs: 1 });
    for (const owner of ['ada', 'guest']) {
      expect(switchOwner([here, there, untold], owner)).toEqual({ put: [], remove: [there] });
    }
  });
});

test('a star removed before syncing leaves nothing to sync', () => {
  const same = entry({ syncState: 'synced' });
  const [starred] = changeStar([same], 'ada', same, true).put ?? [];
  expect(starred).toMatchObject({ isStarred: true, syncState: 'restarred' });
  const [unstarred] = changeStar([starred as HistoryEntry], 'ada', same, false).put ?? [];
  expect(unstarred).toEqual(same);
});

test('entries that are only in the account can be starred and removed like others', () => {
  const { owner: _o, syncState: _s, ...translation } = entry({});
  expect(changeStar([], 'ada', translation, true).put).toMatchObject([
    { owner: 'ada', syncState: 'restarred' },
  ]);
  expect(changeRemoval([], 'ada', [translation], 7).put).toMatchObject([
    { syncState: 'synced', removedAtMs: 7 },
  ]);
});

describe('a page of the account', () => {
  const page = { olderThan: undefined, oldestId: null, translations: [], expected: [] };

  test('removes entries within its range that were removed elsewhere', () => {
    const all = ['a', 'b', 'c', 'd'].map((id) => entry({ id, syncState: 'synced' }));
    const { remove } = mergePage(all, 'ada', {
      ...page,
      translations: all.slice(1, 2),
      oldestId: 'b',
      olderThan: 'd',
      expected: all,
    });
    expect(remove?.map(({ id }) => id)).toEqual(['c']);
  });

  test('keeps entries that were added during its request', () => {
    const late = entry({ syncState: 'synced' });
    expect(mergePage([late], 'ada', page)).toEqual({ put: [], remove: [] });
  });

  test('keeps unsynced stars and removals', () => {
    const all = [
      entry({ id: 'a', syncState: 'restarred', isStarred: true }),
      entry({ id: 'b', syncState: 'synced', removedAtMs: 1 }),
    ];
    const translations = all.map((each) => ({ ...each, isStarred: false }));
    expect(mergePage(all, 'ada', { ...page, translations, expected: all })).toEqual({ put: [], remove: [] });
  });

  test('adds stars from elsewhere, and new entries up to the limit', () => {
    const full = fullTable('synced');
    const [older, newer] = [entry({ id: idOf(0) }), entry({ id: idOf(5_000) })];
    const restarred = { ...(full[7] as HistoryEntry), isStarred: true };
    const { put, remove } = mergePage(full, 'ada', { ...page, translations: [newer, restarred, older] });
    expect(put).toMatchObject([{ id: newer.id, syncState: 'synced' }, restarred]);
    expect(remove).toContainEqual(expect.objectContaining({ id: idOf(0) }));
  });

  test('marks its entries as synced', () => {
    const here = entry({ isStarred: true });
    const { put } = mergePage([here], 'ada', { ...page, translations: [{ ...here, isStarred: false }] });
    expect(put).toMatchObject([{ isStarred: true, syncState: 'restarred' }]);
  });
});

test.each([
  ['nothing', undefined],
  ['a text', 'a'],
  ['no owner', { ...entry({}), owner: undefined }],
  ['a number for a text', { ...entry({}), text: 5 }],
  ['a time that is none', { ...entry({}), createdAt: 'yesterday' }],
  ['another sync state', { ...entry({}), syncState: 'gone' }],
])('%s is no entry', (_what, value) => {
  expect(isEntry(value)).toBe(false);
  expect(isEntry(entry({}))).toBe(true);
});

describe('the shown history', () => {
  const filter = { query: '', isStarredOnly: false };

  test('merges local and account entries, newest first, each once, and local ones win', () => {
    const entries = [entry({ id: 'a' }), entry({ id: 'c', isStarred: true, syncState: 'restarred' })];
    const pages = [
      { translations: [entry({ id: 'd' }), entry({ id: 'c' }), entry({ id: 'b' })], cursor: null },
    ];
    const shown = mergeHistory(entries, pages, filter);
    expect(shown.map(({ id, isStarred }) => [id, isStarred])).toEqual([
      ['d', false],
      ['c', true],
      ['b', false],
      ['a', false],
    ]);
    const starred = mergeHistory(entries, pages, { ...filter, isStarredOnly: true });
    expect(starred.map(({ id }) => id)).toContain('c');
  });

  test('ends where the account’s answers end', () => {
    const entries = ['a', 'b', 'c'].map((id) => entry({ id }));
    const pages = [{ translations: [], cursor: 'b' }];
    expect(mergeHistory(entries, pages, filter).map(({ id }) => id)).toEqual(['c', 'b']);
    expect(mergeHistory(entries, undefined, filter)).toHaveLength(3);
  });

  test('of a search has all words in any place, ignoring accents and case', () => {
    const made = entry({ text: 'Where is the café?', translatedText: '¿Dónde está?' });
    for (const query of ['CAFE donde', 'esta', '  the   where ']) {
      expect(matchesFilter(made, { ...filter, query }), query).toBe(true);
    }
    expect(matchesFilter(made, { ...filter, query: 'cafe museum' })).toBe(false);
    expect(matchesFilter(made, { query: 'cafe', isStarredOnly: true })).toBe(false);
  });
});

test.each([
  ['the house', 'HOUSE', ['the ', 'house']],
  ['Café, café', 'cafe', ['', 'Café', ', ', 'café']],
  ['die Straße', 'strasse', ['die ', 'Straße']],
  ['die Straße', 'stras', ['die ', 'Straß', 'e']],
  ['aaab', 'aa ab', ['', 'aaab']],
  ['nothing', 'zebra', ['nothing']],
  ['nothing', '', ['nothing']],
  ['e\u0301te\u0301', 'ete', ['', 'e\u0301te\u0301']],
])('in %j the words of %j are marked', (text, query, pieces) => {
  expect(highlight(text, splitWords(query))).toEqual(pieces);
});

function entry(differing: Partial<HistoryEntry>): HistoryEntry {
  return {
    id: 'a',
    text: 'the house',
    translatedText: 'la casa',
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
    createdAt: '2026-11-30T00:00:00.000Z',
    isStarred: false,
    owner: 'ada',
    syncState: 'local',
    ...differing,
  };
}

function fullTable(syncState: HistoryEntry['syncState'] = 'local'): HistoryEntry[] {
  return Array.from({ length: maxUnstarred }, (_, index) => entry({ id: idOf(index + 1), syncState }));
}

function idOf(index: number): string {
  return `01${String(index).padStart(8, '0')}`;
}
