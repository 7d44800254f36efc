import { useSyncExternalStore } from 'react';

export interface ReadableStore<Value> {
  get(): Value;
  subscribe(listener: (value: Value) => void): () => void;
}

export interface Store<Value> extends ReadableStore<Value> {
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
