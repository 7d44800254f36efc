import type { Browser } from '../browser.ts';
import type { VoiceFailure } from '../recognise/listening.ts';

/**
 * The help that is open.
 *
 * - `trouble`: the speech-recognition trouble card
 * - `type-instead`: the card to type in
 * - `chrome-steps`: the 4-step set-up card of mobile Chrome
 * - `chrome-dialog`: the 5-step set-up dialog of mobile Chrome
 * - `chrome-setup`: Chrome's voice-setup overlay, for desktop or mobile
 * - `chrome-workaround`: what Chrome on an iPhone can do without the microphone: phrases, typing, Safari
 * - `permission`: the two-step overlay, the microphone first and then speech
 */
export type Guide =
  | 'trouble'
  | 'type-instead'
  | 'chrome-steps'
  | 'chrome-dialog'
  | 'chrome-setup'
  | 'chrome-workaround'
  | 'permission';

/**
 * The help that a failure opens. The second failure in a row always offers to type. Later ones lead further through
 * the set-up if that is what fails.
 *
 * @param failures failures since something was heard, including this one
 */
export function guideAfter(
  { code }: VoiceFailure,
  failures: number,
  { device, isChrome }: Browser,
): Guide | undefined {
  if (failures === 2) return 'type-instead';
  if (isChrome && isSetUpError(code)) {
    if (device === 'desktop' || failures === 1) return 'chrome-setup';
    return device === 'iphone' && failures > 3 ? 'chrome-workaround' : 'chrome-steps';
  }
  if (failures === 1) return code === 'interrupted' ? 'trouble' : undefined;
  return code === 'not-allowed' ? 'permission' : 'type-instead';
}

/** A switch of the browser or the system is off, or the recogniser could not be started. */
function isSetUpError(code: VoiceFailure['code']): boolean {
  return code === 'not-allowed' || code === 'service-not-allowed' || code === 'not-started';
}
