import { afterEach, describe, expect, test, vi } from 'vitest';
import { remember } from '../../../../web/browser/remembered.ts';
import { createStore } from '../../../../web/browser/store.ts';
import { stubStorage } from '../../../support/component/storage.ts';

test('a store notifies its listeners of each change until they unsubscribe', () => {
  const store = createStore(1);
  const told: number[] = [];
  const stop = store.subscribe((value) => told.push(value));
  for (const value of [2, 2, 3]) store.set(value);
  stop();
  store.set(4);
  expect(told).toEqual([2, 3]);
  expect(store.get()).toBe(4);
});

describe('a remembered value', () => {
  afterEach(() => vi.unstubAllGlobals());

  const parseName = (stored: unknown) => (typeof stored === 'string' ? stored : 'nobody');

  test('is parsed on every read, and can be removed', () => {
    const storage = stubStorage('localStorage');
    const name = remember('name', parseName);
    expect(name.read()).toBe('nobody');
    name.write('Ada');
    expect(storage.get('name')).toBe('"Ada"');
    storage.set('name', '{');
    expect(name.read()).toBe('nobody');
    name.write(undefined);
    expect(storage.has('name')).toBe(false);
  });

  test('lasts until the page closes if storage is full or blocked', () => {
    const storage = stubStorage('localStorage');
    const name = remember('name', parseName);
    name.write('Ada');
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new Error('full');
    });
    name.write('Grace');
    expect(name.read()).toBe('Grace');
    expect(storage.get('name')).toBe('"Ada"');
    vi.stubGlobal('localStorage', undefined);
    expect(name.read()).toBe('Grace');
    name.write(undefined);
    expect(name.read()).toBe('nobody');
  });
});
