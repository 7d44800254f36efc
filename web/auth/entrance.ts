import { isSignedIn } from './user.ts';

/** Whether the landing page is behind this visitor: in this tab's session, or by being signed in. */
export function hasEntered(): boolean {
  if (isSignedIn()) enter();
  try {
    isInside ||= sessionStorage.getItem(key) !== null;
  } catch {
    // Storage is forbidden: it is known as long as the page is open.
  }
  return isInside;
}

export function enter(): void {
  isInside = true;
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Kept in memory alone.
  }
}

const key = 'parley.entered';
let isInside = false;
