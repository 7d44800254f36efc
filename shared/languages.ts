/** One language as people pick it, and what each provider calls it. */
export interface Language {
  /** BCP 47. */
  readonly code: string;
  /** In English. */
  readonly name: string;
  /** In the language itself. */
  readonly ownName: string;
  /** ISO 3166 code of the flag that is drawn (`ES-CT` is Catalonia's); none for a language of many countries. */
  readonly flag?: string;
  /** Amazon Translate's code. Nothing is translated between languages that share one. */
  readonly translate: string;
  /** Amazon Transcribe's streaming code. */
  readonly transcribe: string;
  /** Amazon Polly's voice; none where Polly has no voice for the language. */
  readonly polly?: {
    readonly voice: string;
    readonly engine: 'neural' | 'standard';
    readonly language: string;
  };
}

const names = [
  { code: 'bg', name: 'Bulgarian', ownName: 'Български', flag: 'BG' },
  { code: 'ca', name: 'Catalan', ownName: 'Català', flag: 'ES-CT' },
  { code: 'zh-CN', name: 'Chinese (Simplified)', ownName: '简体中文', flag: 'CN' },
  { code: 'zh-TW', name: 'Chinese (Traditional)', ownName: '繁體中文', flag: 'TW' },
  { code: 'zh-HK', name: 'Chinese (Hong Kong)', ownName: '粵語（香港）', flag: 'HK' },
  { code: 'cs', name: 'Czech', ownName: 'Čeština', flag: 'CZ' },
  { code: 'da', name: 'Danish', ownName: 'Dansk', flag: 'DK' },
  { code: 'nl', name: 'Dutch', ownName: 'Nederlands', flag: 'NL' },
  { code: 'en-US', name: 'English (United States)', ownName: 'English (US)', flag: 'US' },
  { code: 'en-AU', name: 'English (Australia)', ownName: 'English (Australia)', flag: 'AU' },
  { code: 'en-GB', name: 'English (United Kingdom)', ownName: 'English (UK)', flag: 'GB' },
  { code: 'en-NZ', name: 'English (New Zealand)', ownName: 'English (New Zealand)', flag: 'NZ' },
  { code: 'en-IN', name: 'English (India)', ownName: 'English (India)', flag: 'IN' },
  { code: 'et', name: 'Estonian', ownName: 'Eesti', flag: 'EE' },
  { code: 'fi', name: 'Finnish', ownName: 'Suomi', flag: 'FI' },
  { code: 'nl-BE', name: 'Flemish', ownName: 'Vlaams', flag: 'BE' },
  { code: 'fr', name: 'French', ownName: 'Français', flag: 'FR' },
  { code: 'fr-CA', name: 'French (Canada)', ownName: 'Français (Canada)', flag: 'CA' },
  { code: 'de', name: 'German', ownName: 'Deutsch', flag: 'DE' },
  { code: 'de-CH', name: 'German (Switzerland)', ownName: 'Deutsch (Schweiz)', flag: 'CH' },
  { code: 'el', name: 'Greek', ownName: 'Ελληνικά', flag: 'GR' },
  { code: 'hi', name: 'Hindi', ownName: 'हिन्दी', flag: 'IN' },
  { code: 'hu', name: 'Hungarian', ownName: 'Magyar', flag: 'HU' },
  { code: 'id', name: 'Indonesian', ownName: 'Bahasa Indonesia', flag: 'ID' },
  { code: 'it', name: 'Italian', ownName: 'Italiano', flag: 'IT' },
  { code: 'ja', name: 'Japanese', ownName: '日本語', flag: 'JP' },
  { code: 'ko', name: 'Korean', ownName: '한국어', flag: 'KR' },
  { code: 'lv', name: 'Latvian', ownName: 'Latviešu', flag: 'LV' },
  { code: 'lt', name: 'Lithuanian', ownName: 'Lietuvių', flag: 'LT' },
  { code: 'ms', name: 'Malay', ownName: 'Bahasa Melayu', flag: 'MY' },
  { code: 'no', name: 'Norwegian', ownName: 'Norsk', flag: 'NO' },
  { code: 'pl', name: 'Polish', ownName: 'Polski', flag: 'PL' },
  { code: 'pt', name: 'Portuguese', ownName: 'Português', flag: 'PT' },
  { code: 'pt-BR', name: 'Portuguese (Brazil)', ownName: 'Português (Brasil)', flag: 'BR' },
  { code: 'ro', name: 'Romanian', ownName: 'Română', flag: 'RO' },
  { code: 'ru', name: 'Russian', ownName: 'Русский', flag: 'RU' },
  { code: 'sk', name: 'Slovak', ownName: 'Slovenčina', flag: 'SK' },
  { code: 'es', name: 'Spanish', ownName: 'Español', flag: 'ES' },
  { code: 'es-419', name: 'Spanish (Latin America)', ownName: 'Español (Latinoamérica)' },
  { code: 'sv', name: 'Swedish', ownName: 'Svenska', flag: 'SE' },
  { code: 'th', name: 'Thai', ownName: 'ไทย', flag: 'TH' },
  { code: 'tr', name: 'Turkish', ownName: 'Türkçe', flag: 'TR' },
  { code: 'uk', name: 'Ukrainian', ownName: 'Українська', flag: 'UA' },
  { code: 'vi', name: 'Vietnamese', ownName: 'Tiếng Việt', flag: 'VN' },
] as const satisfies readonly Pick<Language, 'code' | 'name' | 'ownName' | 'flag'>[];

type Code = (typeof names)[number]['code'];

/** Sources: the code lists of Amazon Translate, Transcribe (streaming) and Polly (voices), November 2026. */
const providerCodes: Readonly<Record<Code, Pick<Language, 'translate' | 'transcribe' | 'polly'>>> = {
  bg: { translate: 'bg', transcribe: 'bg-BG' },
  ca: { translate: 'ca', transcribe: 'ca-ES', polly: neural('Arlet', 'ca-ES') },
  'zh-CN': { translate: 'zh', transcribe: 'zh-CN', polly: neural('Zhiyu', 'cmn-CN') },
  'zh-TW': { translate: 'zh-TW', transcribe: 'zh-TW', polly: neural('Zhiyu', 'cmn-CN') },
  'zh-HK': { translate: 'zh-TW', transcribe: 'zh-HK', polly: neural('Hiujin', 'yue-CN') },
  cs: { translate: 'cs', transcribe: 'cs-CZ', polly: neural('Jitka', 'cs-CZ') },
  da: { translate: 'da', transcribe: 'da-DK', polly: neural('Sofie', 'da-DK') },
  nl: { translate: 'nl', transcribe: 'nl-NL', polly: neural('Laura', 'nl-NL') },
  'en-US': { translate: 'en', transcribe: 'en-US', polly: neural('Joanna', 'en-US') },
  'en-AU': { translate: 'en', transcribe: 'en-AU', polly: neural('Olivia', 'en-AU') },
  'en-GB': { translate: 'en', transcribe: 'en-GB', polly: neural('Amy', 'en-GB') },
  'en-NZ': { translate: 'en', transcribe: 'en-NZ', polly: neural('Aria', 'en-NZ') },
  'en-IN': { translate: 'en', transcribe: 'en-IN', polly: neural('Kajal', 'en-IN') },
  et: { translate: 'et', transcribe: 'et-ET' },
  fi: { translate: 'fi', transcribe: 'fi-FI', polly: neural('Suvi', 'fi-FI') },
  'nl-BE': { translate: 'nl', transcribe: 'nl-NL', polly: neural('Lisa', 'nl-BE') },
  fr: { translate: 'fr', transcribe: 'fr-FR', polly: neural('Lea', 'fr-FR') },
  'fr-CA': { translate: 'fr-CA', transcribe: 'fr-CA', polly: neural('Gabrielle', 'fr-CA') },
  de: { translate: 'de', transcribe: 'de-DE', polly: neural('Vicki', 'de-DE') },
  'de-CH': { translate: 'de', transcribe: 'de-CH', polly: neural('Sabrina', 'de-CH') },
  el: { translate: 'el', transcribe: 'el-GR' },
  hi: { translate: 'hi', transcribe: 'hi-IN', polly: neural('Kajal', 'hi-IN') },
  hu: { translate: 'hu', transcribe: 'hu-HU' },
  id: { translate: 'id', transcribe: 'id-ID' },
  it: { translate: 'it', transcribe: 'it-IT', polly: neural('Bianca', 'it-IT') },
  ja: { translate: 'ja', transcribe: 'ja-JP', polly: neural('Tomoko', 'ja-JP') },
  ko: { translate: 'ko', transcribe: 'ko-KR', polly: neural('Seoyeon', 'ko-KR') },
  lv: { translate: 'lv', transcribe: 'lv-LV' },
  lt: { translate: 'lt', transcribe: 'lt-LT' },
  ms: { translate: 'ms', transcribe: 'ms-MY' },
  no: { translate: 'no', transcribe: 'no-NO', polly: neural('Ida', 'nb-NO') },
  pl: { translate: 'pl', transcribe: 'pl-PL', polly: neural('Ola', 'pl-PL') },
  pt: { translate: 'pt-PT', transcribe: 'pt-PT', polly: neural('Ines', 'pt-PT') },
  'pt-BR': { translate: 'pt', transcribe: 'pt-BR', polly: neural('Camila', 'pt-BR') },
  ro: { translate: 'ro', transcribe: 'ro-RO', polly: standard('Carmen', 'ro-RO') },
  ru: { translate: 'ru', transcribe: 'ru-RU', polly: standard('Tatyana', 'ru-RU') },
  sk: { translate: 'sk', transcribe: 'sk-SK' },
  es: { translate: 'es', transcribe: 'es-ES', polly: neural('Lucia', 'es-ES') },
  'es-419': { translate: 'es-MX', transcribe: 'es-US', polly: neural('Mia', 'es-MX') },
  sv: { translate: 'sv', transcribe: 'sv-SE', polly: neural('Elin', 'sv-SE') },
  th: { translate: 'th', transcribe: 'th-TH' },
  tr: { translate: 'tr', transcribe: 'tr-TR', polly: neural('Burcu', 'tr-TR') },
  uk: { translate: 'uk', transcribe: 'uk-UA' },
  vi: { translate: 'vi', transcribe: 'vi-VN' },
};

/** The languages to translate from and to, in the order of the picker. */
export const languages: readonly Language[] = names.map((each) => ({ ...each, ...providerCodes[each.code] }));

/** Sources of quick phrases, never targets. */
const sourceOnly: readonly Language[] = [
  { code: 'ar', name: 'Arabic', ownName: 'العربية', translate: 'ar', transcribe: 'ar-SA' },
  { code: 'bn', name: 'Bengali', ownName: 'বাংলা', translate: 'bn', transcribe: 'bn-IN' },
];

/** Accepted in place of a code, shown as the language. */
const aliases: Readonly<Record<string, string>> = { 'es-ES': 'es' };

export const defaultLanguages = { source: 'en-US', target: 'es-ES' } as const;

/** Knows aliases and the source-only `ar` and `bn`; undefined for any other code. */
export function findLanguage(code: string): Language | undefined {
  return byCode.get(aliases[code] ?? code);
}

/** Whether text can be translated to, heard or spoken in `code`. */
export function isLanguageCode(code: string): boolean {
  const found = findLanguage(code);
  return found !== undefined && !sourceOnly.includes(found);
}

/** Whether text can be translated from `code`. */
export function isSourceCode(code: string): boolean {
  return findLanguage(code) !== undefined;
}

/** The first language with this Amazon Translate code. */
export function findByTranslator(code: string | undefined): Language | undefined {
  return [...byCode.values()].find(({ translate }) => translate === code);
}

export function hasFormality({ translate }: Language): boolean {
  return formal.has(translate);
}

/** Masked are swear words. */
export function hasMask({ translate }: Language): boolean {
  return !unmasked.has(translate);
}

/**
 * In Amazon Translate's codes. Sources: its developer guide, "Setting formality" and "Masking profane words and
 * phrases", November 2026.
 */
const formal = new Set(['nl', 'fr', 'fr-CA', 'de', 'hi', 'it', 'ja', 'ko', 'pt-PT', 'es', 'es-MX']);
const unmasked = new Set(['bn', 'hi', 'vi']);

const rightToLeft = new Set(['ar']);

/** For `dir` on every text in this language. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  return rightToLeft.has(code) ? 'rtl' : 'ltr';
}

/** Typed text may use another script, so its first letter decides. */
export function typedDirectionOf(code: string): 'auto' | 'rtl' {
  return rightToLeft.has(code) ? 'rtl' : 'auto';
}

const byCode = new Map([...languages, ...sourceOnly].map((entry) => [entry.code, entry]));

function neural(voice: string, language: string): Voice {
  return { voice, engine: 'neural', language };
}

function standard(voice: string, language: string): Voice {
  return { voice, engine: 'standard', language };
}

type Voice = NonNullable<Language['polly']>;
