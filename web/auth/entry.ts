import { hasLink } from '../translation/translator/has-link.ts';
import { isSignedIn } from './signed-in.ts';

/** True once `skipLanding` has been called, and for visitors who are signed in, opened a link to a text, or have paid. */
export function shouldSkipLanding(): boolean {
  if (isSignedIn() || hasLink() || isBackFromPayment()) skipLanding();
  try {
    isSkipped ||= sessionStorage.getItem(key) !== null;
  } catch {}
  return isSkipped;
}

/** Stripe's parameters, or the id that `billing/purchase/activation.ts` keeps for a reload. */
export function isBackFromPayment(): boolean {
  return /setup_intent/.test(location.search + JSON.stringify(history.state));
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
