import type { Browser } from '../browser.ts';

/** Where a browser other than Chrome allows the microphone. Menus as they are in 2026: iOS 26, Firefox 149 and later. */
export function whereToAllow({ id, device }: Browser): string {
  if (id === 'ios-safari') {
    return 'Allow it in iPhone Settings > Safari > Microphone, then reload this page. Since iOS 18, Safari is under Apps.';
  }
  if (id === 'firefox') {
    return device === 'android'
      ? 'Tap the shield before the address, then Microphone, to allow it.'
      : 'Click the shield or the crossed-out microphone before the address, and take the block away there.';
  }
  return 'Open the page’s permissions beside the address, and allow the microphone.';
}
