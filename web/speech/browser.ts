export interface Browser {
  readonly id: BrowserId;
  readonly device: 'iphone' | 'android' | 'desktop';
  /** Chrome itself, on any device. */
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

/** iPads in desktop mode claim to be Macs, but have touch points. Every browser on iOS is WebKit. */
export function detectBrowser({ userAgent, maxTouchPoints, isStandalone }: BrowserTraits): Browser {
  const isIos = /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const device = isIos ? 'iphone' : /Android/.test(userAgent) ? 'android' : 'desktop';
  const isOther = /Edg|OPR|OPT\/|OPiOS|GSA\/|SamsungBrowser|FxiOS/.test(userAgent);
  const isChrome = /Chrome\/|CriOS/.test(userAgent) && !isOther;
  return { id: findId(userAgent, device, isChrome, isOther), device, isChrome, isInstalled: isStandalone };
}

export function getBrowser(): Browser {
  const isStandalone =
    (navigator as { standalone?: boolean }).standalone === true ||
    matchMedia('(display-mode: standalone)').matches;
  return detectBrowser({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isStandalone,
  });
}

interface BrowserTraits {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  readonly isStandalone: boolean;
}

function findId(
  userAgent: string,
  device: Browser['device'],
  isChrome: boolean,
  isOther: boolean,
): BrowserId {
  if (device === 'iphone') return isChrome ? 'ios-chrome' : isOther ? 'other' : 'ios-safari';
  if (/Firefox/.test(userAgent)) return 'firefox';
  if (device === 'android' || isOther) return 'other';
  // Other Chromium browsers name Chrome as well.
  return isChrome ? 'desktop-chrome' : /Safari/.test(userAgent) ? 'desktop-safari' : 'other';
}
