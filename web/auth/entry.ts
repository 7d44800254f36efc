import { hasLink } from '../translation/translator/has-link.ts';
import { isSignedIn } from './signed-in.ts';

/** True once `skipLanding` has been called, and for users who are signed in or opened a link to a text. */
export function shouldSkipLanding(): boolean {
  if (isSignedIn() || hasLink()) skipLanding();
  try {
    isSkipped ||= sessionStorage.getItem(key) !== null;
  } catch {}
  return isSkipped;
}

/** Skips the landing page in this tab. @returns whether that is stored for the tab's next page */
export function skipLanding(): boolean {
  isSkipped = true;
  try {
    sessionStorage.setItem(key, '1');
    return true;
  } catch {
    return false;
  }
}

const key = 'parley.entered';
let isSkipped = false;
