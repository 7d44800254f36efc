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
 * it; more letters stay at the active option as long as it fits. Accents and case do not matter.
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
  for (let step = 0; step < names.length; step++) {
    const index = (first + step) % names.length;
    if (names[index]?.some((name) => fold(name).startsWith(wanted))) return index;
  }
  return undefined;
}

/** Whether one of an option's names has what was typed in it, wherever. Accents and case do not matter. */
export function hasWords(words: string, names: readonly string[]): boolean {
  return names.some((name) => fold(name).includes(fold(words.trim())));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
