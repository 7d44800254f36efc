import { beforeEach, expect, test, vi } from 'vitest';
import { cacheNames } from '../../../../web/offline/cache-names.ts';

let registration: EventTarget & { installing: EventTarget | null; waiting: EventTarget | null };
let reloads: number;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  reloads = 0;
  registration = Object.assign(new EventTarget(), {
    installing: null,
    waiting: null,
    update: async () => {},
  });
  vi.stubGlobal('HTMLInputElement', class {});
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }));
  vi.stubGlobal('location', { reload: () => reloads++ });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: {},
      register: async () => registration,
      getRegistration: async () => registration,
    },
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('a version that was already downloading at page load is offered when ready', async () => {
  const { startUpdates, update } = await import('../../../../web/offline/update.ts');
  const newer = new EventTarget();
  registration.installing = newer;
  const stop = startUpdates();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(update.get()).toBe('none');
  Object.assign(registration, { installing: null, waiting: newer });
  newer.dispatchEvent(new Event('statechange'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(update.get()).toBe('ready');
  stop();
});

test('a version that was postponed while the page was busy is not offered later', async () => {
  const { update } = await import('../../../../web/offline/update.ts');
  const { addLeaveGuard } = await import('../../../../web/browser/leaving.ts');
  let isBusy = true;
  addLeaveGuard({ save: () => {}, isBusy: () => isBusy });
  const postMessage = vi.fn();
  registration.waiting = Object.assign(new EventTarget(), { postMessage });
  void update.accept();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(update.get()).toBe('requested');
  update.postpone();
  isBusy = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([update.get(), postMessage.mock.calls, reloads]).toEqual(['postponed', [], 0]);
});

test('the first version is installed after 3 seconds without input', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const register = vi.fn(async () => registration);
  vi.stubGlobal('navigator', {
    serviceWorker: { controller: null, register, getRegistration: async () => registration },
  });
  const { startUpdates } = await import('../../../../web/offline/update.ts');
  startUpdates();
  await vi.advanceTimersByTimeAsync(2_999);
  page.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(2_999);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(register).toHaveBeenCalledOnce();
});

test('a first version of which a file was lost is installed again, three times at most', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const register = vi.fn(async () => {
    const installing = Object.assign(new EventTarget(), { state: 'installing' });
    // The browser drops a worker whose installation fails, and its registration.
    setTimeout(() => {
      installing.state = 'redundant';
      installing.dispatchEvent(new Event('statechange'));
    }, 100);
    const first = Object.assign(new EventTarget(), { installing, waiting: null, active: null });
    setTimeout(() => first.dispatchEvent(new Event('updatefound')));
    return first;
  });
  vi.stubGlobal('navigator', { serviceWorker: { controller: null, register } });
  const { startUpdates } = await import('../../../../web/offline/update.ts');
  startUpdates();
  const tries: number[] = [];
  for (const afterMs of [3_100, 14_000, 64_000, 304_000, 3_600_000]) {
    await vi.advanceTimersByTimeAsync(afterMs);
    tries.push(register.mock.calls.length);
  }
  expect(tries).toEqual([1, 2, 3, 4, 4]);
});

test('without `/sw.js`, a page from a retired worker’s cache removes the cache', async () => {
  const removed: string[] = [];
  const register = () => Promise.reject(new TypeError('A bad HTTP response code (404) was received.'));
  vi.stubGlobal('navigator', { serviceWorker: { controller: {}, register } });
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  vi.stubGlobal('caches', { has: async () => true, delete: async (name: string) => removed.push(name) });
  const { startUpdates } = await import('../../../../web/offline/update.ts');
  startUpdates();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(removed).toEqual([cacheNames.shell]);
});
