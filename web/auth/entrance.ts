import { hasLink } from '../translation/conversation/has-link.ts';
import { isSignedIn } from './signed-in.ts';

/** Enters a visitor who is signed in or opened a link to a text. @returns whether they skip the landing page */
export function tryEnter(): boolean {
  if (isSignedIn() || hasLink()) enter();
  try {
    isInside ||= sessionStorage.getItem(key) !== null;
  } catch {}
  return isInside;
}

/** @returns whether the tab's next page will know */
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
