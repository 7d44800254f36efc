import { vi } from 'vitest';

/** The browser's Cache Storage, in memory. `refuse` makes the next writes fail, as with a full disk. */
export function installCaches(): {
  stored: ReadonlyMap<string, ReadonlyMap<string, ArrayBuffer>>;
  refuse(error: Error): void;
} {
  const stored = new Map<string, Map<string, ArrayBuffer>>();
  let refusal: Error | undefined;
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, 'https://parley.example').pathname;
  const open = async (name: string) => {
    const files = stored.get(name) ?? new Map<string, ArrayBuffer>();
    stored.set(name, files);
    return {
      match: async (request: string) => {
        const found = files.get(pathOf(request));
        return found && new Response(found);
      },
      put: async (request: string, response: Response) => {
        const content = await response.arrayBuffer();
        if (refusal) throw refusal;
        files.set(pathOf(request), content);
      },
      delete: async (request: string | { url: string }) => files.delete(pathOf(request)),
      keys: async () => [...files.keys()].map((path) => ({ url: `https://parley.example${path}` })),
    };
  };
  vi.stubGlobal('caches', {
    open,
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
  });
  return {
    stored,
    refuse: (error) => {
      refusal = error;
    },
  };
}
