/** While the silence time-out runs: how long it is in all, in milliseconds. Kept apart from the page's state. */
export const silence = {
  get: (): number | undefined => durationMs,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** It begins anew with each call that gives a length, and ends with undefined. */
  publish(changed: number | undefined): void {
    durationMs = changed;
    for (const listener of listeners) listener();
  },
};

const listeners = new Set<() => void>();
let durationMs: number | undefined;
