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
} as const satisfies Record<string, InterfaceLanguage>;

export type InterfaceLanguageCode = keyof typeof rows;

export const interfaceLanguages: Readonly<Record<InterfaceLanguageCode, InterfaceLanguage>> = rows;

export const interfaceLanguageCodes = Object.keys(interfaceLanguages) as InterfaceLanguageCode[];
