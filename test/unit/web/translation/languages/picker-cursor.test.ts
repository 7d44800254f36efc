import { describe, expect, test } from 'vitest';
import { findByTyping, moveActive } from '../../../../../web/translation/languages/picker-cursor.ts';

describe('a list', () => {
  test.each([
    ['ArrowDown', '5 6, 43 43'],
    ['ArrowUp', '5 4, 0 0'],
    ['PageDown', '5 15, 40 43'],
    ['PageUp', '15 5, 3 0'],
    ['Home', '5 0'],
    ['End', '5 43'],
  ])('moves by %s from one to another: %s', (key, moves) => {
    for (const [from, to] of moves.split(', ').map((each) => each.split(' ').map(Number))) {
      expect(moveActive(key, from ?? 0, 44)).toBe(to);
    }
  });

  test('other keys do not move it', () => {
    expect(moveActive('a', 5, 44)).toBeUndefined();
  });
});

describe('typing in a list', () => {
  const names = [
    ['Čeština', 'Czech'],
    ['Deutsch', 'German'],
    ['Español', 'Spanish'],
    ['Suomi', 'Finnish'],
  ];

  test('finds own and English names, ignoring accents and case', () => {
    expect(findByTyping('cest', names, 2)).toBe(0);
    expect(findByTyping('GER', names, 0)).toBe(1);
    expect(findByTyping('espa', names, 0)).toBe(2);
  });

  test('one letter, also repeated, moves to the next match, and wraps around', () => {
    expect(findByTyping('s', names, 0)).toBe(2);
    expect(findByTyping('ss', names, 2)).toBe(3);
    expect(findByTyping('sss', names, 3)).toBe(2);
  });

  test('more letters stay on a match', () => {
    const withTwoMatches = [...names, ['Español (Latinoamérica)', 'Spanish (Latin America)']];
    expect(findByTyping('sp', withTwoMatches, 2)).toBe(2);
    expect(findByTyping('sp', withTwoMatches, 4)).toBe(4);
  });

  test('a whole name finds its exact match, past other matches', () => {
    const plainLast = [['Français (Canada)', 'French (Canada)'], ...names, ['Français', 'French']];
    expect(findByTyping('frenc', plainLast, 0)).toBe(0);
    expect(findByTyping('french', plainLast, 0)).toBe(5);
    expect(findByTyping('french (', plainLast, 5)).toBe(0);
  });

  test('letters without a match do nothing', () => {
    expect(findByTyping('xyz', names, 1)).toBeUndefined();
  });
});
