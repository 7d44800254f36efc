/** Taking things out of a list, with time to think better of it: a store to read. */
export interface Removals {
  /** What is being removed, by id. */
  get(): ReadonlyMap<string, Stage>;
  subscribe(listener: () => void): () => void;
  /** Removes it when the time to undo is over. */
  remove(id: string): void;
  /** Means nothing once it is on its way. */
  undo(id: string): void;
  /** Waits no longer: the page is being left. */
  flush(): void;
}

/** `undoable` is not on its way yet; `leaving` is, and can only fail. */
type Stage = 'undoable' | 'leaving';

/** Time to undo, in milliseconds. */
export const undoMs = 6_000;

/** @param work `remove` does it in earnest; after `onFailure` the thing is there as before */
export function createRemovals(work: { remove(id: string): Promise<void>; onFailure(): void }): Removals {
  const listeners = new Set<() => void>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let stages: ReadonlyMap<string, Stage> = new Map();

  function change(id: string, stage: Stage | undefined): void {
    const changed = new Map(stages);
    if (stage) changed.set(id, stage);
    else changed.delete(id);
    stages = changed;
    for (const listener of listeners) listener();
  }

  function leave(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    change(id, 'leaving');
    work
      .remove(id)
      .catch(work.onFailure)
      .finally(() => change(id, undefined));
  }

  return {
    get: () => stages,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    remove(id) {
      if (stages.has(id)) return;
      timers.set(id, setTimeout(leave, undoMs, id));
      change(id, 'undoable');
    },
    undo(id) {
      if (stages.get(id) !== 'undoable') return;
      clearTimeout(timers.get(id));
      timers.delete(id);
      change(id, undefined);
    },
    flush() {
      for (const id of timers.keys()) leave(id);
    },
  };
}
