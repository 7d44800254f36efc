import { type StoredKey, type StoredShape, storedShapes } from '../stored-shapes.ts';
import { createStore, type Store } from './store.ts';

export interface Remembered<Value> {
  /** Reads the storage each time: another tab may have changed the value. */
  read(): Value;
  write(value: Value | undefined): void;
}

/** Why something that this page remembers ends with it. `newer`: a newer version of the app has stored it. */
export type ForgetReason = 'unavailable' | 'newer';

/** The first reason, for the settings to say it. */
export const forgetReason = createStore<ForgetReason | undefined>(undefined);

/** Falls back to memory if storage is blocked or full. @param parse validates the stored value */
export function remember<Value>(key: StoredKey, parse: (stored: unknown) => Value): Remembered<Value> {
  const shape: StoredShape = storedShapes[key];
  let inMemory: { readonly value: Value | undefined } | undefined;
  return {
    read: () => parse(inMemory ? inMemory.value : readStored(key, shape)),
    write(value) {
      try {
        if (isNewer(readJson(key, shape), shape))
          throw new Error('A newer version of the app has stored it.');
        if (value === undefined) globalThis[shape.storage].removeItem(key);
        else globalThis[shape.storage].setItem(key, JSON.stringify(addVersion(value, shape)));
        inMemory = undefined;
      } catch {
        inMemory = { value };
        if (value !== undefined && !forgetReason.get()) forgetReason.set('unavailable');
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

function readStored(key: StoredKey, shape: StoredShape): unknown {
  const stored = readJson(key, shape);
  if (isNewer(stored, shape)) {
    forgetReason.set('newer');
    return undefined;
  }
  if (stored === undefined) return undefined;
  const { version, value } = isVersioned(stored) ? stored : { version: 1, value: stored };
  return shape.upgrades.slice(version - 1).reduce((current, upgrade) => upgrade(current), value);
}

function readJson(key: StoredKey, { storage }: StoredShape): unknown {
  try {
    const text = globalThis[storage].getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

interface Versioned {
  readonly version: number;
  readonly value: unknown;
}

/** Version 1 is stored without its number. */
function addVersion(value: unknown, { upgrades }: StoredShape): unknown {
  return upgrades.length === 0 ? value : ({ version: upgrades.length + 1, value } satisfies Versioned);
}

function isNewer(stored: unknown, { upgrades }: StoredShape): boolean {
  return isVersioned(stored) && stored.version > upgrades.length + 1;
}

function isVersioned(stored: unknown): stored is Versioned {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'version' in stored &&
    'value' in stored &&
    typeof stored.version === 'number'
  );
}
