import { createStore, type Store } from './store.ts';

export interface Remembered<Value> {
  /** Reads the storage each time: another tab may have changed the value. */
  read(): Value;
  write(value: Value | undefined): void;
}

/** Falls back to memory if storage is blocked or full. @param parse validates the stored value */
export function remember<Value>(
  key: string,
  parse: (stored: unknown) => Value,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): Remembered<Value> {
  let inMemory: { readonly value: Value | undefined } | undefined;
  return {
    read: () => parse(inMemory ? inMemory.value : readJson(key, storage)),
    write(value) {
      try {
        if (value === undefined) globalThis[storage].removeItem(key);
        else globalThis[storage].setItem(key, JSON.stringify(value));
        inMemory = undefined;
      } catch {
        inMemory = { value };
      }
    },
  };
}

export function createRememberedStore<Value>(...args: Parameters<typeof remember<Value>>): Store<Value> {
  const remembered = remember(...args);
  const store = createStore(remembered.read());
  return {
    ...store,
    set(value) {
      remembered.write(value);
      store.set(value);
    },
  };
}

function readJson(key: string, storage: 'localStorage' | 'sessionStorage'): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? '') as unknown;
  } catch {
    return undefined;
  }
}
