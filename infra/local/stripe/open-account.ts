import { randomInt } from 'node:crypto';
import type { Store } from '../store.ts';
import type { Account, EventRequest, Objects, Recovery } from './account.ts';
import { makeEvent } from './event.ts';

/** An account with its files and its clock, as its server needs it. */
export interface OpenAccount extends Account {
  /**
   * Does something at one moment of the account's clock, which stands still meanwhile.
   *
   * @param by who asks for it; missing, time has passed
   */
  at<Result>(moment: number, work: () => Result, by?: EventRequest): Result;
  /** How far the clock goes ahead of the real one, in seconds. */
  aheadSeconds(): number;
  setAhead(seconds: number): void;
  /** An object of whatever kind; of a deleted customer what is left. */
  findAny(id: string): Objects[keyof Objects] | undefined;
  /** Of what was made later it is greater, also where both were made in the same second. */
  numberOf(id: string): number;
  /** Keeps something else, in the same write; `undefined` forgets it. */
  remember(key: string, value: unknown): void;
  recall<Value>(key: string): Value | undefined;
  /** What is kept under keys that begin so. */
  recallAll<Value>(prefix: string): (readonly [key: string, value: Value])[];
  /** Whether anything was changed that is not on its way into the files yet. */
  hasChanged(): boolean;
  /** Writes what was changed, all of it or nothing; and waits for what others are writing. */
  written(): Promise<void>;
}

/**
 * @param origin where the account answers, without a slash at the end
 * @param recovery what is done about charges that fail, where that is not the usual
 */
export function openAccount(store: Store, origin: string, recovery?: Recovery): OpenAccount {
  const shelves = new Map<string, Map<string, Objects[keyof Objects]>>();
  const numbers = new Map<string, number>();
  const shelf = (kind: string) => {
    const found = shelves.get(kind) ?? new Map<string, Objects[keyof Objects]>();
    shelves.set(kind, found);
    return found;
  };
  for (const { kind, number, object } of storedObjects(store)) {
    shelf(kind).set(object.id, object);
    numbers.set(object.id, number);
  }
  let latest = Math.max(0, ...numbers.values());

  const others = new Map(
    store.list('other:').map(({ key, value }): [string, unknown] => [key.slice('other:'.length), value]),
  );
  // By their keys in the store; read when they are written.
  let changes = new Map<string, () => unknown>();
  let writing: Promise<void> = Promise.resolve();
  let standsAt: number | undefined;
  let asking = nobody;

  const account: OpenAccount = {
    origin,
    ...(recovery && { recovery }),
    now: () => standsAt ?? Math.floor(Date.now() / 1_000) + account.aheadSeconds(),
    newId: (prefix) => `${prefix}_${lettersAndDigits(24)}`,
    find: <Kind extends keyof Objects>(kind: Kind, id: string) =>
      shelf(kind).get(id) as Objects[Kind] | undefined,
    all: <Kind extends keyof Objects>(kind: Kind) => [...shelf(kind).values()] as Objects[Kind][],
    save: (kind, object) => {
      if (!numbers.has(object.id)) numbers.set(object.id, ++latest);
      const number = numbers.get(object.id);
      shelf(kind).set(object.id, object);
      changes.set(`object:${kind}:${object.id}`, () => ({ kind, number, object }));
    },
    remove: (kind, id) => {
      shelf(kind).delete(id);
      changes.set(`object:${kind}:${id}`, () => undefined);
    },
    emit: (type, object, previous) => makeEvent(account, asking, type, object, previous),

    at: (moment, work, by = nobody) => {
      standsAt = moment;
      asking = by;
      try {
        return work();
      } finally {
        standsAt = undefined;
        asking = nobody;
      }
    },
    aheadSeconds: () => account.recall<number>('ahead') ?? 0,
    setAhead: (seconds) => account.remember('ahead', seconds),
    findAny: (id) => {
      for (const objects of shelves.values()) if (objects.has(id)) return objects.get(id);
      return undefined;
    },
    numberOf: (id) => numbers.get(id) ?? 0,
    remember: (key, value) => {
      if (value === undefined) others.delete(key);
      else others.set(key, value);
      changes.set(`other:${key}`, () => value);
    },
    recall: <Value>(key: string) => others.get(key) as Value | undefined,
    recallAll: <Value>(prefix: string) =>
      [...others].filter(([key]) => key.startsWith(prefix)) as [string, Value][],
    hasChanged: () => changes.size > 0,
    written: () => {
      if (changes.size === 0) return writing;
      const values = new Map([...changes].map(([key, read]) => [key, structuredClone(read())]));
      changes = new Map();
      // One after the other: of two writes of the same thing the later one counts.
      writing = writing.catch(() => undefined).then(() => store.setAll(values));
      return writing;
    },
  };
  return account;
}

const nobody: EventRequest = { id: null, idempotency_key: null };

/** 24 of them are more than anybody guesses. */
export function lettersAndDigits(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** In the order in which they were made. */
function storedObjects(store: Store): StoredObject[] {
  return store
    .list<StoredObject>('object:')
    .map(({ value }) => value)
    .toSorted((one, other) => one.number - other.number);
}

interface StoredObject {
  readonly kind: keyof Objects;
  readonly number: number;
  readonly object: Objects[keyof Objects];
}
