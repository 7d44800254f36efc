import { createStore, type ReadableStore } from './store.ts';

export interface Machine<State, Event> extends ReadableStore<State> {
  send(event: Event): void;
}

/**
 * @param next returns the same state if the event changes nothing
 * @param runEffects starts and stops the effects of a transition; it may send events
 */
export function runMachine<State, Event>(
  next: (state: State, event: Event) => State,
  initial: State,
  runEffects: (state: State, before: State) => void,
): Machine<State, Event> {
  const { get, set, subscribe } = createStore(initial);
  return {
    get,
    subscribe,
    send(event) {
      const before = get();
      const state = next(before, event);
      if (state === before) return;
      set(state);
      runEffects(state, before);
    },
  };
}
