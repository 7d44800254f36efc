import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Language } from '../../../shared/languages.ts';
import { isForInputMethod } from '../../browser/input-method.ts';
import { foldName } from './language-search.ts';
import { detection, type Row } from './picker-groups.ts';

export type Column = 'language' | 'pin';

interface Cursor {
  readonly index: number;
  readonly column: Column;
  /** True while the user navigates with the keyboard. */
  readonly isOutlined: boolean;
}

export function useCursor(rows: readonly Row[], chosen: Language, opener: HTMLElement) {
  const [cursor, setCursor] = useState<Cursor>(() => ({
    index: Math.max(
      0,
      rows.findIndex(({ language }) => language === chosen),
    ),
    column: 'language',
    isOutlined: opener.matches(':focus-visible'),
  }));
  const column = rows[cursor.index]?.language === detection ? 'language' : cursor.column;
  const move = (change: Partial<Cursor>) => setCursor((before) => ({ ...before, ...change }));
  return { ...cursor, column, move };
}

export function useScrollIntoView(cellId: string | undefined): void {
  useEffect(() => {
    const cell = cellId && document.getElementById(cellId);
    if (cell) cell.closest('[role="row"]')?.scrollIntoView({ block: 'nearest' });
  }, [cellId]);
}

interface PickerActions {
  pick(index: number): void;
  pin(index: number): void;
  close(): void;
}

/** Handles all keys in the grid, and in the search field those that act on the grid. */
export function usePickerKeys(
  rows: readonly Row[],
  { index, column, move }: ReturnType<typeof useCursor>,
  { pick, pin, close }: PickerActions,
) {
  const typeahead = useTypeahead(rows, index, (index) => move({ index }));

  return function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isForInputMethod(event.nativeEvent)) return;
    move({ isOutlined: true });
    const isInGrid = target instanceof Element && target.getAttribute('role') === 'grid';
    // The pin is at the end of the row.
    const isMirrored = document.documentElement.dir === 'rtl';
    const [toLanguage, toPin] = isMirrored ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    const moved = isInGrid || isUpOrDown(key) ? moveActive(key, index, rows.length) : undefined;
    const isSpace = isInGrid && key === ' ' && (column === 'pin' || !typeahead.isTyping());
    if (moved !== undefined) move({ index: moved });
    else if (isInGrid && key === toPin) move({ column: 'pin' });
    else if (isInGrid && key === toLanguage) move({ column: 'language' });
    else if (key === 'Enter' || isSpace) (column === 'pin' ? pin : pick)(index);
    else if (key === 'Escape' || (key === 'Tab' && event.shiftKey !== isInGrid)) close();
    else if (isInGrid && [...key].length === 1) {
      move({ column: 'language' });
      typeahead.type(key);
    } else return;
    event.preventDefault();
  };
}

/** In the search field, other keys edit its text. */
function isUpOrDown(key: string): boolean {
  return /^(Arrow|Page)(Up|Down)$/.test(key);
}

function useTypeahead(rows: readonly Row[], active: number, moveTo: (index: number) => void) {
  const typed = useRef({ letters: '', lastMs: 0 });
  const isTyping = () =>
    typed.current.letters !== '' && performance.now() - typed.current.lastMs < typeaheadResetMs;
  return {
    isTyping,
    type(letter: string): void {
      const letters = (isTyping() ? typed.current.letters : '') + letter;
      typed.current = { letters, lastMs: performance.now() };
      const names = rows.map(({ language: { ownName, name } }) => [ownName, name]);
      const found = findByTyping(letters, names, active);
      if (found !== undefined) moveTo(found);
    },
  };
}

export function moveActive(key: string, active: number, count: number): number | undefined {
  const moved = moves[key]?.(active, count);
  return moved === undefined ? undefined : Math.min(count - 1, Math.max(0, moved));
}

const pageRows = 10;

const typeaheadResetMs = 1_000;

const moves: Readonly<Record<string, (active: number, count: number) => number>> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active) => active + pageRows,
  PageUp: (active) => active - pageRows,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * A repeated letter moves on to the next option that begins with it. With several letters, the current option stays
 * while it matches, unless they are the whole name of another one. @param names of each option
 */
export function findByTyping(typed: string, names: readonly (readonly string[])[], active: number) {
  const letters = foldName(typed);
  const isOneLetter = [...letters].every((letter) => letter === letters[0]);
  const wanted = isOneLetter ? letters.slice(0, 1) : letters;
  const first = isOneLetter ? active + 1 : active;
  const order = names.map((_, step) => (first + step) % names.length);
  const findWhere = (fits: (name: string) => boolean) =>
    order.find((index) => names[index]?.some((name) => fits(foldName(name))));
  return findWhere((name) => name === wanted) ?? findWhere((name) => name.startsWith(wanted));
}
