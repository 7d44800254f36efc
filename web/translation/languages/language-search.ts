import { type Language, languages } from '../../../shared/languages.ts';
import { fold } from '../../../shared/text/search-text.ts';
import { capitalise, getName } from '../../language/language-name.ts';
import { shownLanguage } from '../../language/shown-language.ts';
import { type Highlighted, highlight } from '../highlight.tsx';

const collator = new Intl.Collator(shownLanguage);

export type SearchResult = ReturnType<typeof toSearchResult>;

/** Finds the languages that match all words by a name, a country's name or a code. @param locale the user's language */
export function searchLanguages(words: string, locale: string): SearchResult[] {
  const typed = foldName(words)
    .split(/[\s,()]+/)
    .filter((word) => word !== '');
  const candidates = languagesByName.flatMap((language): Candidate[] => {
    const matches = typed.flatMap((word) => findBestMatch(word, language, locale) ?? []);
    return matches.length === typed.length ? [{ language, matches }] : [];
  });
  return candidates
    .sort((one, other) => sumRanks(one) - sumRanks(other))
    .map((candidate) => toSearchResult(candidate, typed));
}

/** The English table has the specified order. */
export const languagesByName: readonly Language[] =
  shownLanguage === 'en'
    ? languages
    : languages.toSorted((one, other) => collator.compare(getName(one.code), getName(other.code)));

/** Decomposed, because a Korean syllable begins with the part that is typed first. */
export function foldName(text: string): string {
  return fold(text).normalize('NFD');
}

interface Candidate {
  readonly language: Language;
  readonly matches: readonly Match[];
}

interface Match {
  readonly rank: number;
  readonly name: Name;
}

interface Name {
  readonly text: string;
  /** `shown` is in the list. A `code` matches as a whole or up to a hyphen, a `country` code as a whole. */
  readonly kind: 'shown' | 'other' | 'code' | 'country';
}

function sumRanks({ matches }: Candidate): number {
  return matches.reduce((sum, { rank }) => sum + rank, 0);
}

function findBestMatch(word: string, language: Language, locale: string): Match | undefined {
  const matches = listNames(language, locale).flatMap((name): Match[] => {
    const rank = rankMatch(name, word);
    return rank === undefined ? [] : [{ rank, name }];
  });
  return matches.sort((one, other) => one.rank - other.rank)[0];
}

function rankMatch(name: Name, word: string): number | undefined {
  if (name.kind === 'code' || name.kind === 'country') return rankInCode(word, name);
  const rank = rankInName(word, foldName(name.text));
  return rank !== undefined && name.kind === 'other' ? rank + 1 : rank;
}

function rankInName(word: string, name: string): number | undefined {
  const position = findPosition(name, word);
  if (position === undefined) return undefined;
  if (name === word) return 0;
  if (position === 0) return 1;
  return listWordStarts(name).includes(position) ? 2 : 4;
}

function rankInCode(word: string, { text, kind }: Name): number | undefined {
  const [typed, code] = [word.replace('_', '-'), foldName(text)];
  if (kind === 'country') return code === typed ? 3 : undefined;
  if (code === typed) return 0;
  return code.startsWith(`${typed}-`) ? 1 : undefined;
}

/** Prefers the beginning of a word. A single letter matches only there. */
function findPosition(text: string, word: string): number | undefined {
  const start = listWordStarts(text).find((each) => text.startsWith(word, each));
  if (start !== undefined) return start;
  const position = text.indexOf(word);
  return position < 0 || /^[a-z]$/.test(word) ? undefined : position;
}

function listWordStarts(text: string): number[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index);
}

const namesByLocale = new Map<string, ReadonlyMap<Language, readonly Name[]>>();

function listNames(language: Language, locale: string): readonly Name[] {
  let names = namesByLocale.get(locale);
  if (!names) {
    names = new Map(languages.map((each) => [each, collectNames(each, locale)]));
    namesByLocale.set(locale, names);
  }
  return names.get(language) ?? [];
}

function collectNames({ code, name, ownName, flag, transcribe }: Language, locale: string): Name[] {
  const named = (texts: readonly (string | undefined)[], kind: Name['kind']) =>
    texts.flatMap((text) => (text ? [{ text, kind }] : []));
  const region = flag?.slice(0, 2);
  const intlNames = ['en', locale].flatMap((each) => [
    findIntlName(each, 'language', code),
    region && findIntlName(each, 'region', region),
  ]);
  return [
    ...named([ownName, getName(code)], 'shown'),
    ...named([name, ...(otherNames[code] ?? []), ...intlNames], 'other'),
    ...named([code, transcribe], 'code'),
    ...named([region], 'country'),
  ];
}

/** Undefined where the browser knows no names. */
function findIntlName(locale: string, type: 'language' | 'region', code: string): string | undefined {
  try {
    return new Intl.DisplayNames(locale, { type }).of(code);
  } catch {
    return undefined;
  }
}

function toSearchResult({ language, matches }: Candidate, typed: readonly string[]) {
  const shownName = capitalise(getName(language.code));
  const [ownName, name] = [highlightFirst(language.ownName, typed), highlightFirst(shownName, typed)];
  const isVisible = (word: string) =>
    [language.ownName, shownName].some((text) => findPosition(foldName(text), word) !== undefined);
  const hiddenMatch = matches.find((_, index) => !isVisible(typed[index] ?? ''));
  return { language, ownName, name, otherName: hiddenMatch && highlightFirst(hiddenMatch.name.text, typed) };
}

function highlightFirst(text: string, typed: readonly string[]): Highlighted {
  return highlight(text, typed, {
    findPositions(folded, word) {
      const position = findPosition(folded, word);
      return position === undefined ? [] : [position];
    },
    foldLetter: foldName,
  });
}

/** Further names that people search for and `Intl` lacks, by code. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  bg: ['Balgarski'],
  ca: ['Valencian', 'Valencià'],
  'zh-CN': ['Mandarin', 'Putonghua', 'Zhongwen', '中文', '普通话'],
  'zh-TW': ['Mandarin', 'Guoyu', 'Zhongwen', '中文', '國語'],
  'zh-HK': ['Cantonese', 'Yue', 'Guangdonghua', '中文', '廣東話', '广东话', '粤语'],
  cs: ['Czechia'],
  nl: ['Hollands', 'Holland'],
  'en-US': ['American', 'USA'],
  'en-AU': ['Australian'],
  'en-GB': ['British', 'England', 'Great Britain'],
  'en-NZ': ['Kiwi'],
  'nl-BE': ['Belgian Dutch', 'Belgisch Nederlands'],
  'fr-CA': ['Québécois', 'Quebec', 'Canadian'],
  'de-CH': ['Swiss German', 'Schweizerdeutsch', 'Schwiizerdütsch'],
  el: ['Ellinika', 'Hellenic'],
  id: ['Bahasa'],
  ja: ['Nihongo'],
  ko: ['Hangugeo', 'South Korean'],
  ms: ['Malaysian', 'Bahasa'],
  no: ['Bokmål'],
  pt: ['European Portuguese'],
  'pt-BR': ['Brazilian', 'Brasileiro'],
  ro: ['Moldovan'],
  ru: ['Russkiy'],
  es: ['Castilian', 'Castellano'],
  'es-419': ['Latin American', 'Mexican', 'Mexico', 'México', 'Argentina', 'Colombia'],
  th: ['Phasa Thai'],
  uk: ['Ukrainska'],
};
