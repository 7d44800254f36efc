import type { Phrase } from '../../../shared/phrases.ts';
import type { Browser } from '../browser.ts';
import type { FailureTexts, VoiceFailure } from '../recognise/listening.ts';

/**
 * - `trouble`: the recognition-issue card
 * - `type-instead`: the card with a text field
 * - `chrome-steps`: the 4-step setup card of mobile Chrome
 * - `chrome-dialog`: the 5-step setup dialog of mobile Chrome
 * - `chrome-setup`: Chrome's voice setup overlay
 * - `chrome-workaround`: phrases, typing, or Safari instead of Chrome on an iPhone
 * - `permission`: the two-step overlay for microphone and sound
 */
export type Guide =
  | 'trouble'
  | 'type-instead'
  | 'chrome-steps'
  | 'chrome-dialog'
  | 'chrome-setup'
  | 'chrome-workaround'
  | 'permission';

/** @param failures in a row, including this one; the second always offers typing */
export function chooseGuide({ code }: VoiceFailure, failures: number, { device, isChrome }: Browser) {
  if (failures === 2) return 'type-instead';
  if (isChrome && isSetupError(code)) {
    if (device === 'desktop' || failures === 1) return 'chrome-setup';
    return device === 'ios' && failures > 3 ? 'chrome-workaround' : 'chrome-steps';
  }
  if (failures === 1) return code === 'interrupted' ? 'trouble' : undefined;
  return code === 'not-allowed' ? 'permission' : 'type-instead';
}

function isSetupError(code: VoiceFailure['code']): boolean {
  return code === 'not-allowed' || code === 'service-not-allowed' || code === 'not-started';
}

export interface GuideProps {
  guide: Guide;
  browser: Browser;
  /** The error that the guide explains. */
  failure: FailureTexts | undefined;
  source: string;
  text: string;
  textLanguage: string;
  maxCharacters: number;
  onRetry: () => void;
  onClose: () => void;
  onOpen: (guide: Guide) => void;
  onType: (text: string) => void;
  onSubmit: () => void;
  /** The phrases in the From language, once they are loaded. */
  meanings: ReadonlyMap<string, { readonly text: string }> | undefined;
  onPick: (phrase: Phrase) => void;
}

export interface ShownGuideProps extends GuideProps {
  /** The user asked for this guide, so it may take the focus. */
  isRequested: boolean;
}
