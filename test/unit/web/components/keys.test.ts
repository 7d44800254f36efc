import { describe, expect, test } from 'vitest';
import { slideByKey } from '../../../../web/components/controls/slider-keys.ts';
import { findByTyping, moveActive } from '../../../../web/translation/languages/picker-cursor.ts';

describe('a slider', () => {
  const speed = { value: 1, min: 0.5, max: 2, step: 0.1 };

  test.each([
    ['PageUp', false, { value: 40 }, 50],
    ['PageDown', false, { value: 40 }, 30],
    ['ArrowRight', true, { value: 40 }, 50],
    ['ArrowDown', true, { value: 40 }, 30],
    ['PageUp', false, { value: 95 }, 100],
    ['PageDown', false, { value: 5 }, 0],
    ['PageUp', false, { ...speed, value: 1.5 }, 2],
    ['ArrowLeft', true, { ...speed, value: 0.7 }, 0.5],
    ['PageUp', false, { ...speed, value: 0.7 }, 1.7],
  ])('moves ten steps by %s, with Shift: %j, from %j to at most %d', (key, isShift, from, to) => {
    expect(slideByKey(key, isShift, from)).toBe(to);
  });

  test('leaves arrows without modifiers, Home and End to the browser', () => {
    for (const key of ['ArrowUp', 'ArrowLeft', 'Home', 'End', 'a']) {
      expect(slideByKey(key, false, speed)).toBeUndefined();
    }
  });
});

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
    const twoFit = [...names, ['Español (Latinoamérica)', 'Spanish (Latin America)']];
    expect(findByTyping('sp', twoFit, 2)).toBe(2);
    expect(findByTyping('sp', twoFit, 4)).toBe(4);
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
