import { useSyncExternalStore } from 'react';

/** A value to read, and to hear of when it changes. */
export interface ReadableStore<Value> {
  get(): Value;
  /** @returns ends the subscription */
  subscribe(listener: (value: Value) => void): () => void;
}

export interface Store<Value> extends ReadableStore<Value> {
  /** Tells the listeners, unless the value is the same. */
  set(value: Value): void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<(value: Value) => void>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener(value);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>({ subscribe, get }: Subscribable<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}

interface Subscribable<Value> {
  get(): Value;
  subscribe(listener: () => void): () => void;
}
