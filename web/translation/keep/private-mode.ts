/**
 * Whether what is translated in this tab is kept nowhere: a store to read. It lasts until the tab is closed, so that
 * nobody is surprised by it another day.
 */
export const privateMode = {
  get: (): boolean => isOn,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set(wanted: boolean): void {
    isOn = wanted;
    try {
      if (wanted) sessionStorage.setItem(key, '1');
      else sessionStorage.removeItem(key);
    } catch {
      // Storage is forbidden: it is known as long as the page is open.
    }
    for (const listener of listeners) listener();
  },
};

const key = 'parley.private';
const listeners = new Set<() => void>();
let isOn = readStored();

function readStored(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
