/** Numbers from 0 to 1 that one seed always gives in the same order (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same in another order. */
export function shuffled<Each>(all: readonly Each[], chance: () => number): Each[] {
  return all
    .map((each) => ({ each, place: chance() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each);
}
