import { describe, expect, test } from 'vitest';
import { findShortcut, shortcuts } from '../../../../web/translation/input/shortcuts.ts';

const plain = {
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
};

const keyOf = (pressed: Partial<Parameters<typeof findShortcut>[0]> & { key: string }) =>
  findShortcut({ ...plain, ...pressed })?.key;

describe('a key', () => {
  test.each([
    ['a letter', { key: 's', code: 'KeyS' }, 's'],
    ['with Caps Lock', { key: 'S', code: 'KeyS' }, 's'],
    ['of another Latin layout counts by its letter', { key: 'z', code: 'KeyY' }, 'z'],
    ['of a Cyrillic layout counts by its place', { key: 'ы', code: 'KeyS' }, 's'],
    ['of an Arabic layout counts by its place', { key: 'س', code: 'KeyS' }, 's'],
    ['a question mark', { key: '?', code: 'Slash' }, '?'],
    ['an Arabic question mark', { key: '؟', code: 'Slash' }, '?'],
    ['without a meaning', { key: 'q', code: 'KeyQ' }, undefined],
    ['with a name', { key: 'Shift', code: 'ShiftLeft' }, undefined],
    ['with Ctrl is the browser’s', { key: 'c', ctrlKey: true }, undefined],
    ['with ⌘ is the browser’s', { key: 'c', metaKey: true }, undefined],
    ['with Alt is the browser’s', { key: 's', altKey: true }, undefined],
    ['that is held counts once', { key: 's', repeat: true }, undefined],
    ['during composition', { key: 's', isComposing: true }, undefined],
  ])('%s', (_what, pressed, key) => {
    expect(keyOf(pressed)).toBe(key);
  });

  test('has one meaning, and none that browsers or screen readers use', () => {
    const keys = shortcuts.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => !/^[a-z?]$/.test(key))).toEqual([]);
  });
});
