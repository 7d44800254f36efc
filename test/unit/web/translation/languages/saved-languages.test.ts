import { describe, expect, test } from 'vitest';
import { languages } from '../../../../../shared/languages.ts';
import { groupLanguages, listRecent } from '../../../../../web/translation/languages/picker-groups.ts';
import {
  addPick,
  parseSavedLanguages,
  togglePin,
} from '../../../../../web/translation/languages/saved-languages.ts';

const nothing = { pinned: [], recent: [] };

describe('the kept languages', () => {
  test.each([
    [undefined],
    [null],
    [7],
    [[]],
    [{ pinned: 'fr', recent: { 0: 'fr' } }],
    [{ pinned: [7, null, ['fr'], 'xx', 'ar', '__proto__'] }],
  ])('are none if storage has %j', (stored) => {
    expect(parseSavedLanguages(stored)).toEqual(nothing);
  });

  test('have each known language once, without aliases', () => {
    const stored = { pinned: ['es-ES', 'xx', 'fr', 'es'], recent: ['de', 'es-ES', 'de'] };
    expect(parseSavedLanguages(stored)).toEqual({ pinned: ['es', 'fr'], recent: ['de', 'es'] });
  });
});

test('a second pin removes the first, and a new one comes last', () => {
  const both = togglePin(togglePin(nothing, 'fr'), 'de');
  expect(both.pinned).toEqual(['fr', 'de']);
  expect(togglePin(both, 'fr').pinned).toEqual(['de']);
  expect(togglePin(togglePin(both, 'fr'), 'fr').pinned).toEqual(['de', 'fr']);
});

describe('recent languages', () => {
  test('start with the picked one, then the replaced one, then earlier ones', () => {
    const picked = addPick(addPick(nothing, 'fr', 'es-ES'), 'de', 'fr');
    expect(picked.recent).toEqual(['de', 'fr', 'es']);
  });

  test('drop out after some more', () => {
    const all = languages.reduce(
      (kept, { code }) => addPick(kept, code, code),
      parseSavedLanguages(undefined),
    );
    expect(all.recent).toEqual(
      languages
        .slice(-8)
        .map(({ code }) => code)
        .reverse(),
    );
  });

  test('start with the current one, omit pinned ones, and are at most five', () => {
    const kept = { pinned: ['de'], recent: ['it', 'de', 'fr', 'es', 'ja', 'ko', 'th'] };
    expect(listRecent(kept, 'es-ES')).toEqual(['es', 'it', 'fr', 'ja', 'ko']);
    expect(listRecent(kept, 'de')).toEqual(['it', 'fr', 'es', 'ja', 'ko']);
    expect(listRecent({ pinned: [], recent: [] }, 'es')).toEqual([]);
  });
});

describe('the list', () => {
  const all = languages.map(({ code }) => code);

  test('is one group without a title if nothing is pinned or recent', () => {
    expect(shownOf([], [])).toEqual([[undefined, all]]);
  });

  test('has pinned languages on top, then recent ones, and always all', () => {
    expect(shownOf(['es', 'de'], ['fr'])).toEqual([
      ['Pinned', ['es', 'de']],
      ['Recent', ['fr']],
      ['All languages', all],
    ]);
    expect(shownOf([], ['fr'])).toEqual([
      ['Recent', ['fr']],
      ['All languages', all],
    ]);
  });
});

function shownOf(pinned: string[], recent: string[]) {
  return groupLanguages(pinned, recent).map(({ title, rows }) => [
    title,
    rows.map(({ language }) => language.code),
  ]);
}
