/** Whether the last text that was shown to somebody was turned towards them. At first it is not: a phone is held out. */
export function isTurnedAtFirst(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Storage may be forbidden: the next text is then upright. */
export function keepTurned(isTurned: boolean): void {
  try {
    if (isTurned) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Nothing is lost but a tap.
  }
}

const key = 'parley.turned';
