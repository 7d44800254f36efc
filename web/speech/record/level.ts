/** How loud the microphone is now, 0 to 1. Sixty times a second: kept apart from the page's state. */
export const level = {
  subscribe(listener: (level: number) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  publish(value: number): void {
    for (const listener of listeners) listener(value);
  },
};

const listeners = new Set<(level: number) => void>();
