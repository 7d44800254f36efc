/** Models are named by direction, such as `en-pt` and `zh-Hans-en`: one side is English. */
export function parseDirection(direction: string): { source: string; target: string } | undefined {
  const [, target] = /^en-([a-z]{2,3}(?:-[A-Z][a-z]{3})?)$/.exec(direction) ?? [];
  const [, source] = /^([a-z]{2,3}(?:-[A-Z][a-z]{3})?)-en$/.exec(direction) ?? [];
  if (target) return { source: 'en', target };
  return source ? { source, target: 'en' } : undefined;
}

/** Directions for each pair in Amazon Translate's codes (`es>pt`), through English where there is no direct model. */
export function findRoutes(installed: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const into = new Map([['en', [] as readonly string[]]]);
  const outOf = new Map(into);
  for (const direction of installed) {
    const ends = parseDirection(direction);
    if (ends?.target === 'en') into.set(ends.source, [direction]);
    if (ends?.source === 'en') outOf.set(ends.target, [direction]);
  }
  const routes = new Map<string, readonly string[]>();
  for (const [source, first] of into) {
    for (const [target, second] of outOf) {
      if (source === target) continue;
      for (const from of listTranslateCodes(source)) {
        for (const to of listTranslateCodes(target)) routes.set(`${from}>${to}`, [...first, ...second]);
      }
    }
  }
  return routes;
}

/** The languages where a route starts and ends. */
export function findEnds(route: readonly string[]): { source: string; target: string } {
  return {
    source: parseDirection(route.at(0) ?? '')?.source ?? 'en',
    target: parseDirection(route.at(-1) ?? '')?.target ?? 'en',
  };
}

/** Amazon Translate's codes for a model's language. */
export function listTranslateCodes(code: string): readonly string[] {
  return translateCodes[code] ?? [code];
}

/** Amazon Translate distinguishes this code's variant; models do not. */
export function hasVariants(code: string): boolean {
  return Object.values(translateCodes).some((codes) => codes.length > 1 && codes.includes(code));
}

const translateCodes: Readonly<Record<string, readonly string[]>> = {
  es: ['es', 'es-MX'],
  fr: ['fr', 'fr-CA'],
  nb: ['no'],
  pt: ['pt', 'pt-PT'],
  'zh-Hans': ['zh'],
  'zh-Hant': ['zh-TW'],
};
