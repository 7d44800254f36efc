import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Language } from '../../../shared/languages.ts';
import type { Row } from './language-groups.ts';
import { findByTyping, moveActive, typeaheadResetMs } from './list-keys.ts';
import { detection } from './picker-groups.ts';

export type Column = 'language' | 'pin';

export interface Cursor {
  readonly index: number;
  readonly column: Column;
  /** True while the user navigates with the keyboard. */
  readonly isOutlined: boolean;
  moveTo(index: number): void;
  setColumn(column: Column): void;
  setOutlined(isOutlined: boolean): void;
}

export function useCursor(rows: readonly Row[], chosen: Language, opener: HTMLElement): Cursor {
  const [index, moveTo] = useState(() =>
    Math.max(
      0,
      rows.findIndex(({ language }) => language === chosen),
    ),
  );
  const [column, setColumn] = useState<Column>('language');
  const [isOutlined, setOutlined] = useState(() => opener.matches(':focus-visible'));
  const isOnDetection = rows[index]?.language === detection;
  return { index, column: isOnDetection ? 'language' : column, isOutlined, moveTo, setColumn, setOutlined };
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
export function usePickerKeys(rows: readonly Row[], cursor: Cursor, { pick, pin, close }: PickerActions) {
  const { index, column, moveTo, setColumn, setOutlined } = cursor;
  const typeahead = useTypeahead(rows, index, moveTo);

  return function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    setOutlined(true);
    const isInGrid = target instanceof Element && target.getAttribute('role') === 'grid';
    const moved = isInGrid || isUpOrDown(key) ? moveActive(key, index, rows.length) : undefined;
    const isSpace = isInGrid && key === ' ' && (column === 'pin' || !typeahead.isTyping());
    if (moved !== undefined) moveTo(moved);
    else if (isInGrid && key === 'ArrowRight') setColumn('pin');
    else if (isInGrid && key === 'ArrowLeft') setColumn('language');
    else if (key === 'Enter' || isSpace) (column === 'pin' ? pin : pick)(index);
    else if (key === 'Escape' || (key === 'Tab' && event.shiftKey !== isInGrid)) close();
    else if (isInGrid && [...key].length === 1) {
      setColumn('language');
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
