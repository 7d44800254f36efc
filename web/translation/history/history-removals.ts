import { createStore, type ReadableStore } from '../../browser/store.ts';

export interface Removals extends ReadableStore<ReadonlyMap<string, Stage>> {
  remove(id: string): void;
  undo(id: string): void;
  /** Removes at once what could still be undone, because the user is leaving the page. */
  flush(): void;
}

type Stage = 'undoable' | 'removing';

const undoMs = 6_000;

export function createRemovals(work: { remove(id: string): Promise<void>; onFailure(): void }): Removals {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const stages = createStore<ReadonlyMap<string, Stage>>(new Map());

  function change(id: string, stage: Stage | undefined): void {
    const changed = new Map(stages.get());
    if (stage) changed.set(id, stage);
    else changed.delete(id);
    stages.set(changed);
  }

  function finish(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    change(id, 'removing');
    work
      .remove(id)
      .catch(work.onFailure)
      .finally(() => change(id, undefined));
  }

  return {
    get: stages.get,
    subscribe: stages.subscribe,
    remove(id) {
      if (stages.get().has(id)) return;
      timers.set(id, setTimeout(finish, undoMs, id));
      change(id, 'undoable');
    },
    undo(id) {
      if (stages.get().get(id) !== 'undoable') return;
      clearTimeout(timers.get(id));
      timers.delete(id);
      change(id, undefined);
    },
    flush() {
      for (const id of timers.keys()) finish(id);
    },
  };
}
