/** What a person recognises a browser by. Undefined for what its `User-Agent` does not say. */
export interface Device {
  readonly browser?: string;
  readonly system?: string;
}

/** Knows only common names, so that nothing else of the header is kept. */
export function findDevice(userAgent: string): Device {
  const [browser, system] = [browsers, systems].map(
    (names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0],
  );
  return { ...(browser && { browser }), ...(system && { system }) };
}

/** In this order, because most browsers also name those that they descend from. */
const browsers: Names = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  // Bounded: a header of thousands of versions would take the square of its length.
  ['Safari', /\bVersion\/.{0,100}\bSafari\//],
];

const systems: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

type Names = readonly (readonly [name: string, pattern: RegExp])[];
