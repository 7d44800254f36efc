import { canonicalizeCode, defaultLanguages, isLanguageCode } from '../../shared/languages.ts';
import type { Settings } from '../../shared/settings.ts';

/** The pair of a first visit: from the visitor's language to English, or the defaults for English speakers. */
export function suggestPair(
  tags: readonly string[],
): Pick<Settings, 'defaultSourceLang' | 'defaultTargetLang'> {
  const own = tags.map((tag) => findLanguageCode(tag)).find((code) => code !== undefined);
  const { source, target } = defaultLanguages;
  return own === undefined || own.startsWith('en-')
    ? { defaultSourceLang: source, defaultTargetLang: target }
    : { defaultSourceLang: own, defaultTargetLang: source };
}

/** Maps a language tag to our code: `en` and `en_CA` are `en-US`, `es-MX` is `es-419`, `zh-Hant` is `zh-TW`. */
export function findLanguageCode(
  tag: string | null,
  isKnown: (code: string) => boolean = isLanguageCode,
): string | undefined {
  const locale = parseLocale(tag ?? '');
  const code = locale && [locale.baseName, ...listSimilarCodes(locale.maximize())].find(isKnown);
  return code && canonicalizeCode(code);
}

function listSimilarCodes({ language, script, region }: Intl.Locale): string[] {
  const regional = `${language}-${region}`;
  switch (language) {
    case 'zh':
      if (script !== 'Hant') return ['zh-CN'];
      return [region === 'MO' ? 'zh-HK' : regional, 'zh-TW'];
    case 'yue':
      return ['zh-HK'];
    case 'nb':
    case 'nn':
      return ['no'];
    case 'es':
      return [region === 'ES' ? 'es' : 'es-419'];
    default:
      return [regional, language, `${language}-US`];
  }
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}
