/** One language as people pick it, and what each provider calls it. */
export interface Language {
  /** BCP 47, as it stands in the picker, the settings and every request. */
  readonly code: string;
  /** In English. */
  readonly name: string;
  /** In the language itself. */
  readonly ownName: string;
  /** ISO 3166 code of the flag that is drawn (`ES-CT` is Catalonia's); none for a language of many countries. */
  readonly flag?: string;
  /** Amazon Translate's code. Languages that share one are not translated between. */
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

/**
 * The languages that one translates from and to, in the order of the picker.
 *
 * Sources: the code lists of Amazon Translate, Transcribe (streaming) and Polly (voices), November 2026.
 */
export const languages: readonly Language[] = [
  language('bg', 'Bulgarian', 'Български', 'BG', 'bg', 'bg-BG'),
  language('ca', 'Catalan', 'Català', 'ES-CT', 'ca', 'ca-ES', 'Arlet'),
  language('zh-CN', 'Chinese (Simplified)', '简体中文', 'CN', 'zh', 'zh-CN', 'Zhiyu', 'cmn-CN'),
  language('zh-TW', 'Chinese (Traditional)', '繁體中文', 'TW', 'zh-TW', 'zh-TW', 'Zhiyu', 'cmn-CN'),
  language('zh-HK', 'Chinese (Hong Kong)', '粵語（香港）', 'HK', 'zh-TW', 'zh-HK', 'Hiujin', 'yue-CN'),
  language('cs', 'Czech', 'Čeština', 'CZ', 'cs', 'cs-CZ', 'Jitka'),
  language('da', 'Danish', 'Dansk', 'DK', 'da', 'da-DK', 'Sofie'),
  language('nl', 'Dutch', 'Nederlands', 'NL', 'nl', 'nl-NL', 'Laura'),
  language('en-US', 'English (United States)', 'English (US)', 'US', 'en', 'en-US', 'Joanna'),
  language('en-AU', 'English (Australia)', 'English (Australia)', 'AU', 'en', 'en-AU', 'Olivia'),
  language('en-GB', 'English (United Kingdom)', 'English (UK)', 'GB', 'en', 'en-GB', 'Amy'),
  language('en-NZ', 'English (New Zealand)', 'English (New Zealand)', 'NZ', 'en', 'en-NZ', 'Aria'),
  language('en-IN', 'English (India)', 'English (India)', 'IN', 'en', 'en-IN', 'Kajal'),
  language('et', 'Estonian', 'Eesti', 'EE', 'et', 'et-ET'),
  language('fi', 'Finnish', 'Suomi', 'FI', 'fi', 'fi-FI', 'Suvi'),
  language('nl-BE', 'Flemish', 'Vlaams', 'BE', 'nl', 'nl-NL', 'Lisa', 'nl-BE'),
  language('fr', 'French', 'Français', 'FR', 'fr', 'fr-FR', 'Lea'),
  language('fr-CA', 'French (Canada)', 'Français (Canada)', 'CA', 'fr-CA', 'fr-CA', 'Gabrielle'),
  language('de', 'German', 'Deutsch', 'DE', 'de', 'de-DE', 'Vicki'),
  language('de-CH', 'German (Switzerland)', 'Deutsch (Schweiz)', 'CH', 'de', 'de-CH', 'Sabrina'),
  language('el', 'Greek', 'Ελληνικά', 'GR', 'el', 'el-GR'),
  language('hi', 'Hindi', 'हिन्दी', 'IN', 'hi', 'hi-IN', 'Kajal'),
  language('hu', 'Hungarian', 'Magyar', 'HU', 'hu', 'hu-HU'),
  language('id', 'Indonesian', 'Bahasa Indonesia', 'ID', 'id', 'id-ID'),
  language('it', 'Italian', 'Italiano', 'IT', 'it', 'it-IT', 'Bianca'),
  language('ja', 'Japanese', '日本語', 'JP', 'ja', 'ja-JP', 'Tomoko'),
  language('ko', 'Korean', '한국어', 'KR', 'ko', 'ko-KR', 'Seoyeon'),
  language('lv', 'Latvian', 'Latviešu', 'LV', 'lv', 'lv-LV'),
  language('lt', 'Lithuanian', 'Lietuvių', 'LT', 'lt', 'lt-LT'),
  language('ms', 'Malay', 'Bahasa Melayu', 'MY', 'ms', 'ms-MY'),
  language('no', 'Norwegian', 'Norsk', 'NO', 'no', 'no-NO', 'Ida', 'nb-NO'),
  language('pl', 'Polish', 'Polski', 'PL', 'pl', 'pl-PL', 'Ola'),
  language('pt', 'Portuguese', 'Português', 'PT', 'pt-PT', 'pt-PT', 'Ines'),
  language('pt-BR', 'Portuguese (Brazil)', 'Português (Brasil)', 'BR', 'pt', 'pt-BR', 'Camila'),
  language('ro', 'Romanian', 'Română', 'RO', 'ro', 'ro-RO', 'Carmen', 'ro-RO', 'standard'),
  language('ru', 'Russian', 'Русский', 'RU', 'ru', 'ru-RU', 'Tatyana', 'ru-RU', 'standard'),
  language('sk', 'Slovak', 'Slovenčina', 'SK', 'sk', 'sk-SK'),
  language('es', 'Spanish', 'Español', 'ES', 'es', 'es-ES', 'Lucia'),
  language(
    'es-419',
    'Spanish (Latin America)',
    'Español (Latinoamérica)',
    undefined,
    'es-MX',
    'es-US',
    'Mia',
    'es-MX',
  ),
  language('sv', 'Swedish', 'Svenska', 'SE', 'sv', 'sv-SE', 'Elin'),
  language('th', 'Thai', 'ไทย', 'TH', 'th', 'th-TH'),
  language('tr', 'Turkish', 'Türkçe', 'TR', 'tr', 'tr-TR', 'Burcu'),
  language('uk', 'Ukrainian', 'Українська', 'UA', 'uk', 'uk-UA'),
  language('vi', 'Vietnamese', 'Tiếng Việt', 'VN', 'vi', 'vi-VN'),
];

/** Languages that the quick phrases are written in and that nothing is translated to. */
const sourceOnly: readonly Language[] = [
  { code: 'ar', name: 'Arabic', ownName: 'العربية', translate: 'ar', transcribe: 'ar-SA' },
  { code: 'bn', name: 'Bengali', ownName: 'বাংলা', translate: 'bn', transcribe: 'bn-IN' },
];

/** Accepted wherever a code is, and shown as the language it stands for. */
const aliases: Readonly<Record<string, string>> = { 'es-ES': 'es' };

export const defaultLanguages = { source: 'en-US', target: 'es-ES' } as const;

/**
 * The language of a code that is in the list or an alias of one that is; with `ar` and `bn`, which are only
 * ever sources. Undefined for any other code.
 */
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

/** The language that Amazon Translate calls `code`, the first one where several are written alike. */
export function findByTranslator(code: string | undefined): Language | undefined {
  return [...byCode.values()].find(({ translate }) => translate === code);
}

/** Whether Amazon Translate can address people formally or informally in the language. */
export function hasFormality({ translate }: Language): boolean {
  return formal.has(translate);
}

/** Whether Amazon Translate can mask swear words in the language. */
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

/** Of what somebody has typed, which may be in another script than the language's: its first letter decides. */
export function typedDirectionOf(code: string): 'auto' | 'rtl' {
  return rightToLeft.has(code) ? 'rtl' : 'auto';
}

const byCode = new Map([...languages, ...sourceOnly].map((entry) => [entry.code, entry]));

function language(
  code: string,
  name: string,
  ownName: string,
  flag: string | undefined,
  translate: string,
  transcribe: string,
  voice?: string,
  pollyLanguage: string = transcribe,
  engine: 'neural' | 'standard' = 'neural',
): Language {
  return {
    code,
    name,
    ownName,
    ...(flag && { flag }),
    translate,
    transcribe,
    ...(voice && { polly: { voice, engine, language: pollyLanguage } }),
  };
}
