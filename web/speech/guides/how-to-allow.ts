import * as texts from '../../texts/guides.ts';
import type { Browser } from '../browser.ts';

/** Where to allow the microphone outside Chrome. */
export function explainHowToAllow({ id, device }: Browser): string {
  if (id === 'ios-safari') return texts.allowInSafari;
  if (id !== 'firefox') return texts.allowElsewhere;
  return device === 'android' ? texts.allowInAndroidFirefox : texts.allowInFirefox;
}
