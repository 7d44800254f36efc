import type { Browser } from '../browser.ts';

/** Where a browser that was told no is told yes. Menus as they are in 2026: iOS 26, Firefox 149 and later. */
export function whereToAllow({ id, device, isChrome }: Browser): string {
  if (id === 'ios-chrome') {
    return 'Allow it in iPhone Settings > Chrome > Microphone. Since iOS 18, Chrome is under Apps.';
  }
  if (id === 'ios-safari') {
    return 'Allow it in iPhone Settings > Safari > Microphone, then reload this page. Since iOS 18, Safari is under Apps.';
  }
  if (id === 'firefox') {
    return device === 'android'
      ? 'Tap the shield before the address, then Microphone, to allow it.'
      : 'Click the shield or the crossed-out microphone before the address, and take the block away there.';
  }
  if (isChrome && device === 'android') {
    return 'Tap the icon before the address, then Permissions > Microphone, and switch it on.';
  }
  if (isChrome) return 'Click the icon before the address, and switch Microphone on.';
  return 'Open the page’s permissions beside the address, and allow the microphone.';
}
