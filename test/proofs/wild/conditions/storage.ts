import { isWhole } from '../flows/flows.ts';
import type { Condition, Flow, Stage } from '../stage.ts';

const common = { concerns: isWhole, mustSucceed: () => true } as const;

/** Without the session's storage, nothing outlives the document of a visitor who signs in. */
const noSession = { ...common, forgets: ({ name }: Flow) => name === 'sign in' } as const;

export const storageConditions: readonly Condition[] = [
  {
    ...noSession,
    name: 'storage blocked',
    before: ({ page }) =>
      page.addInitScript(blockStorage, ['localStorage', 'sessionStorage', 'indexedDB', 'caches']),
  },
  {
    ...noSession,
    name: 'session storage blocked',
    before: ({ page }) => page.addInitScript(blockStorage, ['sessionStorage']),
  },
  {
    ...noSession,
    name: 'storage full',
    before: (stage) => Promise.all([stage.page.addInitScript(fillStorage), limitQuota(stage)]),
  },
  {
    ...common,
    name: 'IndexedDB refuses to open',
    before: ({ page }) => page.addInitScript(failToOpen),
  },
  {
    ...common,
    name: 'IndexedDB never opens',
    before: ({ page }) => page.addInitScript(neverOpen),
  },
  {
    ...common,
    name: 'IndexedDB breaks in the middle',
    during: ({ page }) => page.evaluate(breakTransactions),
  },
  {
    // A small partition that is empty at first, as in a private window.
    ...common,
    name: 'private window',
    before: (stage) => Promise.all([limitQuota(stage, 500_000), stage.page.addInitScript(refusePersistence)]),
  },
];

/** Chromium's own limit: IndexedDB and caches throw a QuotaExceededError. */
async function limitQuota({ context, page, site }: Stage, quotaSize = 1): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize });
}

/** Runs in the page. */
function blockStorage(names: readonly string[]): void {
  for (const name of names) {
    const get = () => {
      const message = `Failed to read the '${name}' property from 'Window': Access is denied for this document.`;
      throw new DOMException(message, 'SecurityError');
    };
    Object.defineProperty(window, name, { get, configurable: true });
  }
}

/** Runs in the page: leaves no room for a single character. */
function fillStorage(): void {
  if (location.protocol !== 'http:') return;
  for (const storage of [localStorage, sessionStorage]) {
    for (let size = 4 * 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
      try {
        storage.setItem(`full of ${size}`, 'x'.repeat(size));
      } catch {}
    }
  }
}

/** Runs in the page: a real request that fails with a VersionError, as after a newer build. */
function failToOpen(): void {
  if (location.protocol !== 'http:') return;
  const { open } = IDBFactory.prototype;
  open.call(indexedDB, 'newer', 2);
  IDBFactory.prototype.open = function older() {
    return open.call(this, 'newer', 1);
  };
}

/** Runs in the page: a real request that stays blocked, because another tab holds the database. */
function neverOpen(): void {
  if (location.protocol !== 'http:') return;
  const { open } = IDBFactory.prototype;
  open.call(indexedDB, 'held', 1);
  IDBFactory.prototype.open = function blocked() {
    return open.call(this, 'held', 2);
  };
}

/** Runs in the page: the device's disk fails, or its database was deleted by the visitor. */
function breakTransactions(): void {
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  };
}

/** Runs in the page. */
function refusePersistence(): void {
  if (navigator.storage) navigator.storage.persist = async () => false;
}
