/**
 * The id of who was signed in here last, for visits without a connection: what is kept of them on this device can be shown
 * without asking anybody. It goes when they sign out.
 */
export function rememberedUserId(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberUserId(id: string): void {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Storage is forbidden: it is asked anew at the next visit.
  }
}

export function forgetUserId(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // What may not be used holds nothing.
  }
}

const key = 'parley.account';
