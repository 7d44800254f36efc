import { afterEach, describe, expect, test, vi } from 'vitest';
import { languages } from '../../../../../shared/languages.ts';
import {
  notePick,
  parseKeptLanguages,
  readKeptLanguages,
  storeKeptLanguages,
  togglePin,
} from '../../../../../web/translation/languages/kept-languages.ts';
import { groupsOf, recentOf } from '../../../../../web/translation/languages/language-groups.ts';

const nothing = { pinned: [], recent: [] };

afterEach(() => vi.unstubAllGlobals());

describe('what is kept of the languages', () => {
  test.each([
    null,
    '',
    'nonsense',
    'null',
    '7',
    '[]',
    '{}',
    '{"pinned":"fr","recent":{"0":"fr"}}',
    '{"pinned":[7,null,["fr"],"xx","ar","__proto__"]}',
  ])('is nothing where storage holds %s', (text) => {
    expect(parseKeptLanguages(text)).toEqual(nothing);
  });

  test('is each language once, an alias as its language, and what is no language left out', () => {
    const text = JSON.stringify({ pinned: ['es-ES', 'xx', 'fr', 'es'], recent: ['de', 'es-ES', 'de'] });
    expect(parseKeptLanguages(text)).toEqual({ pinned: ['es', 'fr'], recent: ['de', 'es'] });
  });

  test('is there for the next page, and for the page itself where storage is forbidden', () => {
    const kept = { pinned: ['fr'], recent: ['de'] };
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
    });
    storeKeptLanguages(kept);
    expect(readKeptLanguages()).toEqual(kept);
    stored.clear();
    expect(readKeptLanguages()).toEqual(nothing);
    vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid });
    storeKeptLanguages(kept);
    expect(readKeptLanguages()).toEqual(kept);
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
    const all = languages.reduce((kept, { code }) => notePick(kept, code, code), parseKeptLanguages(null));
    expect(all.recent).toEqual(
      languages
        .slice(-8)
        .map(({ code }) => code)
        .reverse(),
    );
  });

  test('is shown with what is chosen first, without what is pinned, five at most', () => {
    const kept = { pinned: ['de'], recent: ['it', 'de', 'fr', 'es', 'ja', 'ko', 'th'] };
    expect(recentOf(kept, 'es-ES')).toEqual(['es', 'it', 'fr', 'ja', 'ko']);
    expect(recentOf(kept, 'de')).toEqual(['it', 'fr', 'es', 'ja', 'ko']);
    expect(recentOf({ pinned: [], recent: [] }, 'es')).toEqual([]);
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
  return groupsOf(pinned, recent).map(({ title, languages }) => [title, languages.map(({ code }) => code)]);
}

function forbid(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
