import { describe, expect, test } from 'vitest';
import { languages } from '../../../../../shared/languages.ts';
import {
  notePick,
  parseKeptLanguages,
  togglePin,
} from '../../../../../web/translation/languages/kept-languages.ts';
import { groupLanguages, listRecent } from '../../../../../web/translation/languages/language-groups.ts';

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
    expect(parseKeptLanguages(stored)).toEqual(nothing);
  });

  test('have each known language once, without aliases', () => {
    const stored = { pinned: ['es-ES', 'xx', 'fr', 'es'], recent: ['de', 'es-ES', 'de'] };
    expect(parseKeptLanguages(stored)).toEqual({ pinned: ['es', 'fr'], recent: ['de', 'es'] });
  });
});

test('a pin is taken back by the same, and comes last when it is there again', () => {
  const both = togglePin(togglePin(nothing, 'fr'), 'de');
  expect(both.pinned).toEqual(['fr', 'de']);
  expect(togglePin(both, 'fr').pinned).toEqual(['de']);
  expect(togglePin(togglePin(both, 'fr'), 'fr').pinned).toEqual(['de', 'fr']);
});

describe('what was picked lately', () => {
  test('is what was picked, then what was left for it, then what was before', () => {
    const picked = notePick(notePick(nothing, 'fr', 'es-ES'), 'de', 'fr');
    expect(picked.recent).toEqual(['de', 'fr', 'es']);
  });

  test('is forgotten after some more', () => {
    const all = languages.reduce(
      (kept, { code }) => notePick(kept, code, code),
      parseKeptLanguages(undefined),
    );
    expect(all.recent).toEqual(
      languages
        .slice(-8)
        .map(({ code }) => code)
        .reverse(),
    );
  });

  test('is shown with what is chosen first, without what is pinned, five at most', () => {
    const kept = { pinned: ['de'], recent: ['it', 'de', 'fr', 'es', 'ja', 'ko', 'th'] };
    expect(listRecent(kept, 'es-ES')).toEqual(['es', 'it', 'fr', 'ja', 'ko']);
    expect(listRecent(kept, 'de')).toEqual(['it', 'fr', 'es', 'ja', 'ko']);
    expect(listRecent({ pinned: [], recent: [] }, 'es')).toEqual([]);
  });
});

describe('the list', () => {
  const all = languages.map(({ code }) => code);

  test('is one without a title where nothing is pinned and nothing was picked', () => {
    expect(shownOf([], [])).toEqual([[undefined, all]]);
  });

  test('has what is pinned on top, then what is recent, and always all', () => {
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
  return groupLanguages(pinned, recent).map(({ title, languages }) => [
    title,
    languages.map(({ code }) => code),
  ]);
}
