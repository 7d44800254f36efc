import { hasLink } from '../translation/conversation/has-link.ts';
import { isSignedIn } from './signed-in.ts';

/** Whether the landing page is behind this visitor: in this tab's session, by being signed in, or by a link to a text. */
export function hasEntered(): boolean {
  if (isSignedIn() || hasLink()) enter();
  try {
    isInside ||= sessionStorage.getItem(key) !== null;
  } catch {
    // Storage is forbidden: it is known as long as the page is open.
  }
  return isInside;
}

/** @returns whether the next page of this tab will know of it */
export function enter(): boolean {
  isInside = true;
  try {
    sessionStorage.setItem(key, '1');
    return true;
  } catch {
    return false;
  }
}

const key = 'parley.entered';
let isInside = false;
