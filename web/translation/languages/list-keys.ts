import { foldName } from './language-search.ts';

export function moveActive(key: string, active: number, count: number): number | undefined {
  const moved = moves[key]?.(active, count);
  return moved === undefined ? undefined : Math.min(count - 1, Math.max(0, moved));
}

const pageRows = 10;

export const typeaheadResetMs = 1_000;

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
