export function startHousekeeping(): () => void {
  const timer = setInterval(() => document.hidden || tidy(), everyMs);
  return () => clearInterval(timer);
}

/** If there are more than 50 entries, removes temporary ones from the 26th on. */
export function tidySession(storage: Storage): void {
  if (storage.length <= maxEntries) return;
  const surplus = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').slice(
    keptEntries,
  );
  for (const key of surplus) if (/^(temp|cache)_/.test(key)) storage.removeItem(key);
}

export function isLeftover(cacheName: string): boolean {
  return /old|v1|deprecated/.test(cacheName);
}

async function tidy(): Promise<void> {
  try {
    tidySession(sessionStorage);
    const names = await caches.keys();
    await Promise.all(names.filter(isLeftover).map((name) => caches.delete(name)));
  } catch {}
}

const everyMs = 60_000;
const maxEntries = 50;
const keptEntries = 25;
