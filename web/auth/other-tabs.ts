/** Ends the session in this browser's other tabs: each shows the landing page at once, also while it is visible. */
export function announceSignOut(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
    localStorage.removeItem(key);
  } catch {
    // Other tabs notice it when somebody looks at them.
  }
}

export function watchSignOut(onSignOut: () => void): void {
  addEventListener('storage', ({ key: changed, newValue }) => {
    if (changed === key && newValue !== null) onSignOut();
  });
}

const key = 'parley.signed-out';
