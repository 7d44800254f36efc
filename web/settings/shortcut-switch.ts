/** Whether single keys do something, remembered by this browser, and whether their list is open: a store to read. */
export const shortcutSwitch = {
  isOn: (): boolean => isOn,
  isHelpOpen: (): boolean => isHelpOpen,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  turn(wanted: boolean): void {
    isOn = wanted;
    try {
      if (wanted) localStorage.removeItem(key);
      else localStorage.setItem(key, 'off');
    } catch {
      // Storage is forbidden: it holds for this page.
    }
    tell();
  },
  showHelp(wanted: boolean): void {
    isHelpOpen = wanted;
    tell();
  },
};

const key = 'parley.shortcuts';
const listeners = new Set<() => void>();
let isOn = read();
let isHelpOpen = false;

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}
