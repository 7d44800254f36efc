interface InterfaceLanguage {
  /** In the language itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}

/** The languages of the interface. Each has a catalogue in `web/texts/catalogues/`, except English. */
const rows = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  de: { name: 'Deutsch', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  hi: { name: 'हिन्दी', direction: 'ltr' },
  it: { name: 'Italiano', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
  ko: { name: '한국어', direction: 'ltr' },
  pt: { name: 'Português (Brasil)', direction: 'ltr' },
  ru: { name: 'Русский', direction: 'ltr' },
  zh: { name: '简体中文', direction: 'ltr' },
} as const satisfies Record<string, InterfaceLanguage>;

export type InterfaceLanguageCode = keyof typeof rows;

export const interfaceLanguages: Readonly<Record<InterfaceLanguageCode, InterfaceLanguage>> = rows;

export const interfaceLanguageCodes = Object.keys(interfaceLanguages) as InterfaceLanguageCode[];

export function isInterfaceLanguage(code: string | undefined): code is InterfaceLanguageCode {
  return code !== undefined && Object.hasOwn(rows, code);
}

/** Set by the page when somebody chooses a language. */
export const languageCookie = 'parley_language';

/**
 * The chosen language, else the first known one that the browser asks for. Also runs on CloudFront.
 *
 * @param accepted the header `Accept-Language`, which browsers write in order of preference
 */
export function chooseLanguage(
  cookie: string | undefined,
  accepted: string | undefined,
): InterfaceLanguageCode {
  const asked = (accepted ?? '').split(',').map((each) => each.trim().toLowerCase().split(/[-;]/)[0]);
  return [cookie].concat(asked).find(isInterfaceLanguage) ?? 'en';
}
