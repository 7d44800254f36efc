import type { Browser } from '../browser.ts';

/** Where to allow the microphone outside Chrome. Menus of 2026: iOS 26, Firefox 149 and later. */
export function explainHowToAllow({ id, device }: Browser): string {
  if (id === 'ios-safari') {
    return 'Allow it in iPhone Settings > Safari > Microphone, then reload this page. Since iOS 18, Safari is under Apps.';
  }
  if (id === 'firefox') {
    return device === 'android'
      ? 'Tap the shield to the left of the address, then Microphone, to allow it.'
      : 'Click the shield or the crossed-out microphone to the left of the address, then remove the block.';
  }
  return 'Open the page’s permissions beside the address, then allow the microphone.';
}
