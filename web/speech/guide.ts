import type { Browser } from './browser.ts';
import type { VoiceFailure } from './listening.ts';

/**
 * The help that is open.
 *
 * - `trouble`: the speech-recognition trouble card
 * - `type-instead`: the card to type in
 * - `chrome-steps`: the 4-step set-up card of mobile Chrome
 * - `chrome-dialog`: the 5-step set-up dialog of mobile Chrome
 * - `chrome-setup`: Chrome's voice-setup overlay, for desktop or mobile
 * - `chrome-workaround`: the overlay for mobile Chrome that cannot be helped: phrases, typing, Safari
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
 * Which help a failure opens. The first of a row is told by a toast alone, unless help with Chrome's set-up, or with
 * a recogniser that stops by itself, is what is needed.
 *
 * @param failures failures since something was heard, this one among them
 */
export function guideAfter(
  { code }: VoiceFailure,
  failures: number,
  { id, device, isChrome }: Browser,
): Guide | undefined {
  if (code === 'interrupted') return 'trouble';
  // On an iPhone it is a missing permission that keeps Chrome from beginning at all.
  const isSetUp = id === 'ios-chrome' && (code === 'not-started' || code === 'exhausted');
  if (isSetUp || (isChrome && code === 'not-allowed')) {
    if (device === 'desktop' || failures < 2) return 'chrome-setup';
    return device === 'iphone' && failures > 2 ? 'chrome-workaround' : 'chrome-steps';
  }
  if (failures < 2) return undefined;
  return code === 'not-allowed' ? 'permission' : 'type-instead';
}
