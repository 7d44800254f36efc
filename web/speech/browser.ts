import { matchesMedia } from '../browser/screen/media.ts';

export interface Browser {
  readonly id: BrowserId;
  readonly device: 'ios' | 'android' | 'desktop';
  /** Chrome on any device, or a browser that claims to be Chrome, such as Brave. */
  readonly isChrome: boolean;
  readonly isInstalled: boolean;
}

export type BrowserId =
  | 'desktop-chrome'
  | 'desktop-safari'
  | 'ios-chrome'
  | 'ios-safari'
  | 'firefox'
  | 'other';

/** iPads in desktop mode claim to be Macs, but have touch points. */
export function detectBrowser({ userAgent, maxTouchPoints, isInstalled }: BrowserTraits): Browser {
  const isIos = /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const device = isIos ? 'ios' : /Android/.test(userAgent) ? 'android' : 'desktop';
  const isOtherBrand = /Edg|OPR|OPT\/|OPiOS|GSA\/|SamsungBrowser|FxiOS/.test(userAgent);
  const isChrome = /Chrome\/|CriOS/.test(userAgent) && !isOtherBrand;
  return { id: getId(userAgent, device, isChrome, isOtherBrand), device, isChrome, isInstalled };
}

export function getBrowser(): Browser {
  const isInstalled =
    (navigator as { standalone?: boolean }).standalone === true || matchesMedia('(display-mode: standalone)');
  const { userAgent, maxTouchPoints } = navigator;
  return detectBrowser({ userAgent, maxTouchPoints, isInstalled });
}

type BrowserTraits = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & Pick<Browser, 'isInstalled'>;

function getId(userAgent: string, device: Browser['device'], isChrome: boolean, isOtherBrand: boolean) {
  if (device === 'ios') return isChrome ? 'ios-chrome' : isOtherBrand ? 'other' : 'ios-safari';
  if (/Firefox/.test(userAgent)) return 'firefox';
  if (device === 'android' || isOtherBrand) return 'other';
  return isChrome ? 'desktop-chrome' : /Safari/.test(userAgent) ? 'desktop-safari' : 'other';
}
