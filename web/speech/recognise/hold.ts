/** Whether the record button is held. Who holds it has more to say, however long the pause. */
export const hold = {
  get: (): boolean => isHeld,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  publish(changed: boolean): void {
    if (changed === isHeld) return;
    isHeld = changed;
    for (const listener of listeners) listener();
  },
};

const listeners = new Set<() => void>();
let isHeld = false;
