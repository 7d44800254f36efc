export interface Language {
  readonly code: string;
  readonly name: string;
  readonly ownName: string;
  /** ISO 3166 code of the flag that is drawn (`ES-CT` is Catalonia's); undefined if spoken in many countries. */
  readonly flag: string | undefined;
  /** Amazon Translate's code. Nothing is translated between languages that share one. */
  readonly translate: string;
  readonly transcribe: string;
  readonly polly?: {
    readonly voice: string;
    readonly engine: 'neural' | 'standard';
    readonly language: string;
  };
}

/** Defaults: `ownName` is `name`, codes are the row's key, `flag` is the country in `transcribe`, voices are neural. */
interface Row extends Pick<Language, 'name'>, Partial<Omit<Language, 'code' | 'name' | 'polly'>> {
  readonly voice?: string;
  readonly voiceLanguage?: string;
  readonly engine?: 'standard';
}

/** Sources: the code lists of Amazon Translate, Transcribe (streaming) and Polly (voices), November 2026. */
const rows: Readonly<Record<string, Row>> = {
  bg: { name: 'Bulgarian', ownName: 'Български', transcribe: 'bg-BG' },
  ca: { name: 'Catalan', ownName: 'Català', flag: 'ES-CT', transcribe: 'ca-ES', voice: 'Arlet' },
  'zh-CN': {
    name: 'Chinese (Simplified)',
    ownName: '简体中文',
    translate: 'zh',
    voice: 'Zhiyu',
    voiceLanguage: 'cmn-CN',
  },
  'zh-TW': { name: 'Chinese (Traditional)', ownName: '繁體中文', voice: 'Zhiyu', voiceLanguage: 'cmn-CN' },
  'zh-HK': {
    name: 'Chinese (Hong Kong)',
    ownName: '粵語（香港）',
    translate: 'zh-TW',
    voice: 'Hiujin',
    voiceLanguage: 'yue-CN',
  },
  cs: { name: 'Czech', ownName: 'Čeština', transcribe: 'cs-CZ', voice: 'Jitka' },
  da: { name: 'Danish', ownName: 'Dansk', transcribe: 'da-DK', voice: 'Sofie' },
  nl: { name: 'Dutch', ownName: 'Nederlands', transcribe: 'nl-NL', voice: 'Laura' },
  'en-US': { name: 'English (US)', translate: 'en', voice: 'Joanna' },
  'en-AU': { name: 'English (Australia)', translate: 'en', voice: 'Olivia' },
  'en-GB': { name: 'English (UK)', translate: 'en', voice: 'Amy' },
  'en-NZ': { name: 'English (New Zealand)', translate: 'en', voice: 'Aria' },
  'en-IN': { name: 'English (India)', translate: 'en', voice: 'Kajal' },
  et: { name: 'Estonian', ownName: 'Eesti', flag: 'EE', transcribe: 'et-ET' },
  fi: { name: 'Finnish', ownName: 'Suomi', transcribe: 'fi-FI', voice: 'Suvi' },
  'nl-BE': {
    name: 'Flemish',
    ownName: 'Vlaams',
    flag: 'BE',
    translate: 'nl',
    transcribe: 'nl-NL',
    voice: 'Lisa',
    voiceLanguage: 'nl-BE',
  },
  fr: { name: 'French', ownName: 'Français', transcribe: 'fr-FR', voice: 'Lea' },
  'fr-CA': { name: 'French (Canada)', ownName: 'Français (Canada)', voice: 'Gabrielle' },
  de: { name: 'German', ownName: 'Deutsch', transcribe: 'de-DE', voice: 'Vicki' },
  'de-CH': { name: 'German (Switzerland)', ownName: 'Deutsch (Schweiz)', translate: 'de', voice: 'Sabrina' },
  el: { name: 'Greek', ownName: 'Ελληνικά', transcribe: 'el-GR' },
  hi: { name: 'Hindi', ownName: 'हिन्दी', transcribe: 'hi-IN', voice: 'Kajal' },
  hu: { name: 'Hungarian', ownName: 'Magyar', transcribe: 'hu-HU' },
  id: { name: 'Indonesian', ownName: 'Bahasa Indonesia', transcribe: 'id-ID' },
  it: { name: 'Italian', ownName: 'Italiano', transcribe: 'it-IT', voice: 'Bianca' },
  ja: { name: 'Japanese', ownName: '日本語', transcribe: 'ja-JP', voice: 'Tomoko' },
  ko: { name: 'Korean', ownName: '한국어', transcribe: 'ko-KR', voice: 'Seoyeon' },
  lv: { name: 'Latvian', ownName: 'Latviešu', transcribe: 'lv-LV' },
  lt: { name: 'Lithuanian', ownName: 'Lietuvių', transcribe: 'lt-LT' },
  ms: { name: 'Malay', ownName: 'Bahasa Melayu', transcribe: 'ms-MY' },
  no: { name: 'Norwegian', ownName: 'Norsk', transcribe: 'no-NO', voice: 'Ida', voiceLanguage: 'nb-NO' },
  pl: { name: 'Polish', ownName: 'Polski', transcribe: 'pl-PL', voice: 'Ola' },
  pt: { name: 'Portuguese', ownName: 'Português', translate: 'pt-PT', transcribe: 'pt-PT', voice: 'Ines' },
  'pt-BR': { name: 'Portuguese (Brazil)', ownName: 'Português (Brasil)', translate: 'pt', voice: 'Camila' },
  ro: { name: 'Romanian', ownName: 'Română', transcribe: 'ro-RO', voice: 'Carmen', engine: 'standard' },
  ru: { name: 'Russian', ownName: 'Русский', transcribe: 'ru-RU', voice: 'Tatyana', engine: 'standard' },
  sk: { name: 'Slovak', ownName: 'Slovenčina', transcribe: 'sk-SK' },
  es: { name: 'Spanish', ownName: 'Español', transcribe: 'es-ES', voice: 'Lucia' },
  'es-419': {
    name: 'Spanish (Latin America)',
    ownName: 'Español (Latinoamérica)',
    flag: undefined,
    translate: 'es-MX',
    transcribe: 'es-US',
    voice: 'Mia',
    voiceLanguage: 'es-MX',
  },
  sv: { name: 'Swedish', ownName: 'Svenska', transcribe: 'sv-SE', voice: 'Elin' },
  th: { name: 'Thai', ownName: 'ไทย', transcribe: 'th-TH' },
  tr: { name: 'Turkish', ownName: 'Türkçe', transcribe: 'tr-TR', voice: 'Burcu' },
  uk: { name: 'Ukrainian', ownName: 'Українська', transcribe: 'uk-UA' },
  vi: { name: 'Vietnamese', ownName: 'Tiếng Việt', transcribe: 'vi-VN' },
};

export const languages: readonly Language[] = Object.entries(rows).map(([code, row]) => {
  const { voice, voiceLanguage, engine = 'neural', ...fields } = row;
  const { transcribe = code } = fields;
  const polly = voice && ({ voice, engine, language: voiceLanguage ?? transcribe } as const);
  const flag = transcribe.split('-')[1];
  return { ownName: row.name, flag, translate: code, transcribe, ...fields, code, ...(polly && { polly }) };
});

/** Sources of quick phrases, never targets. */
const sourceOnly: readonly Language[] = [
  { code: 'ar', name: 'Arabic', ownName: 'العربية', flag: undefined, translate: 'ar', transcribe: 'ar-SA' },
  { code: 'bn', name: 'Bengali', ownName: 'বাংলা', flag: undefined, translate: 'bn', transcribe: 'bn-IN' },
];

/** Other codes that are accepted for a language. */
const aliases: Readonly<Record<string, string>> = { 'es-ES': 'es' };

export const defaultLanguages = { source: 'en-US', target: 'es-ES' } as const;

/** Accepts aliases and the source-only `ar` and `bn`; undefined for any other code. */
export function findLanguage(code: string): Language | undefined {
  return byCode.get(aliases[code] ?? code);
}

/** Resolves an alias to its language's code. Returns unknown codes unchanged. */
export function canonicalizeCode(code: string): string {
  return findLanguage(code)?.code ?? code;
}

/** False for the source-only `ar` and `bn`. */
export function isLanguageCode(code: string): boolean {
  const found = findLanguage(code);
  return found !== undefined && !sourceOnly.includes(found);
}

export function isSourceCode(code: string): boolean {
  return findLanguage(code) !== undefined;
}

/** True if they share a Translate code: nothing is translated between them. */
export function areVariants(one: string, other: string): boolean {
  return findLanguage(one)?.translate === findLanguage(other)?.translate;
}

export function findByTranslateCode(code: string | undefined): Language | undefined {
  return [...byCode.values()].find(({ translate }) => translate === code);
}

export function hasFormality({ translate }: Language): boolean {
  return formal.has(translate);
}

export function canMaskProfanity({ translate }: Language): boolean {
  return !unmaskable.has(translate);
}

/** Translate's codes, from its guide (November 2026): "Setting formality", "Masking profane words and phrases". */
const formal = new Set(['nl', 'fr', 'fr-CA', 'de', 'hi', 'it', 'ja', 'ko', 'pt-PT', 'es', 'es-MX']);
const unmaskable = new Set(['bn', 'hi', 'vi']);

const rightToLeft = new Set(['ar']);

export function getDirection(code: string): 'ltr' | 'rtl' {
  return rightToLeft.has(code) ? 'rtl' : 'ltr';
}

/** `auto`: typed text may use another script, so its first letter decides. */
export function getTypedDirection(code: string): 'auto' | 'rtl' {
  return rightToLeft.has(code) ? 'rtl' : 'auto';
}

const byCode = new Map([...languages, ...sourceOnly].map((entry) => [entry.code, entry]));
