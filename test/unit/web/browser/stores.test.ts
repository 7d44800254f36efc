import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetReason, remember } from '../../../../web/browser/remembered.ts';
import { createStore } from '../../../../web/browser/store.ts';
import { type StoredShape, storedShapes } from '../../../../web/stored-shapes.ts';
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
    const name = remember('parley.account', parseName);
    expect(name.read()).toBe('nobody');
    name.write('Ada');
    expect(storage.get('parley.account')).toBe('"Ada"');
    storage.set('parley.account', '{');
    expect(name.read()).toBe('nobody');
    name.write(undefined);
    expect(storage.has('parley.account')).toBe(false);
  });

  test('lasts until the page closes if storage is full or blocked', () => {
    const storage = stubStorage('localStorage');
    const name = remember('parley.account', parseName);
    name.write('Ada');
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    name.write('Grace');
    expect(name.read()).toBe('Grace');
    expect(storage.get('parley.account')).toBe('"Ada"');
    vi.stubGlobal('localStorage', undefined);
    expect(name.read()).toBe('Grace');
    name.write(undefined);
    expect(name.read()).toBe('nobody');
  });

  test('of a newer version is neither used nor overwritten, and that is known', () => {
    const newer = '{"version":2,"value":{"name":"Ada"}}';
    const storage = stubStorage('localStorage', { 'parley.account': newer });
    const name = remember('parley.account', parseName);
    expect([name.read(), forgetReason.get()]).toEqual(['nobody', 'newer']);
    name.write('Grace');
    name.write(undefined);
    expect([name.read(), storage.get('parley.account')]).toEqual(['nobody', newer]);
  });

  test('of an older version is upgraded, step by step, and stored with its version', () => {
    const shape: StoredShape = storedShapes['parley.account'];
    vi.spyOn(shape, 'upgrades', 'get').mockReturnValue([
      (stored) => ({ name: stored }),
      (stored) => Object.values(Object(stored)).join().toUpperCase(),
    ]);
    const storage = stubStorage('localStorage', { 'parley.account': '"Ada"' });
    const name = remember('parley.account', parseName);
    expect(name.read()).toBe('ADA');
    storage.set('parley.account', '{"version":2,"value":{"name":"Ada"}}');
    expect(name.read()).toBe('ADA');
    name.write('Grace');
    expect([name.read(), storage.get('parley.account')]).toEqual(['Grace', '{"version":3,"value":"Grace"}']);
  });
});
