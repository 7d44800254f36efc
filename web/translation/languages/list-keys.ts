import { fold } from './language-search.ts';

/** Where a key moves the active option of a list, or undefined for a key that does not move it. */
export function moveActive(key: string, active: number, count: number): number | undefined {
  const moved = moves[key]?.(active, count);
  return moved === undefined ? undefined : Math.min(count - 1, Math.max(0, moved));
}

/** Options of a page key. */
const page = 10;

/** What was typed is forgotten after this. */
export const typeaheadResetMs = 1_000;

const moves: Readonly<Record<string, (active: number, count: number) => number>> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active) => active + page,
  PageUp: (active) => active - page,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The option that typed letters mean. One letter, also when repeated, goes to the next option that begins with
 * it; more letters stay at the active option as long as it fits, unless they are the whole name of another: of several
 * languages of one name the plain one may come later. Accents and case do not matter.
 *
 * @param names of each option, any of which may be typed
 */
export function findByTyping(
  typed: string,
  names: readonly (readonly string[])[],
  active: number,
): number | undefined {
  const letters = fold(typed);
  const isOneLetter = [...letters].every((letter) => letter === letters[0]);
  const wanted = isOneLetter ? letters.slice(0, 1) : letters;
  const first = isOneLetter ? active + 1 : active;
  const order = names.map((_, step) => (first + step) % names.length);
  const having = (fits: (name: string) => boolean) =>
    order.find((index) => names[index]?.some((name) => fits(fold(name))));
  return having((name) => name === wanted) ?? having((name) => name.startsWith(wanted));
}
