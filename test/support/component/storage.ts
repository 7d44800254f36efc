import { vi } from 'vitest';

/**
 * Replaces a storage by one in memory.
 *
 * @returns its entries
 */
export function stubStorage(
  name: 'localStorage' | 'sessionStorage',
  stored: Readonly<Record<string, string>> = {},
): Map<string, string> {
  const entries = new Map(Object.entries(stored));
  vi.stubGlobal(name, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  return entries;
}

/** Reading a storage throws, as in a browser that blocks cookies. */
export function blockStorage(...names: ('localStorage' | 'sessionStorage')[]): void {
  for (const name of names)
    vi.spyOn(globalThis, name, 'get').mockImplementation(() => {
      throw new DOMException(`Failed to read the '${name}' property from 'Window'.`, 'SecurityError');
    });
}

/** A storage accepts nothing more. */
export function fillStorage(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
}

/**
 * Gives Cache Storage in memory.
 *
 * @param beforePut may throw, like a full disk
 * @returns the caches by name
 */
export function stubCaches(beforePut = () => {}): Map<string, Map<string, Response>> {
  const stored = new Map<string, Map<string, Response>>();
  vi.stubGlobal('caches', {
    async open(name: string) {
      const cache = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, cache);
      return {
        match: async (key: string) => cache.get(key)?.clone(),
        async put(key: string, value: Response) {
          beforePut();
          cache.set(key, value);
        },
      };
    },
    delete: async (name: string) => stored.delete(name),
  });
  return stored;
}
