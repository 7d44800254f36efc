import { hasLink } from '../translation/conversation/has-link.ts';
import { isSignedIn } from './signed-in.ts';

/** Enters for users who are signed in or opened a link to a text. @returns whether to skip the landing page */
export function tryEnter(): boolean {
  if (isSignedIn() || hasLink()) enter();
  try {
    hasEntered ||= sessionStorage.getItem(key) !== null;
  } catch {}
  return hasEntered;
}

/** Skips the landing page in this tab. @returns whether that is stored for the tab's next page */
export function enter(): boolean {
  hasEntered = true;
  try {
    sessionStorage.setItem(key, '1');
    return true;
  } catch {
    return false;
  }
}

const key = 'parley.entered';
let hasEntered = false;
