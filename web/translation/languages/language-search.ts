import { type Language, languages } from '../../../shared/languages.ts';
import { otherNames } from './other-names.ts';

/** A language that has what was typed, and where: in its names, or in another name that it goes by. */
export interface Found {
  readonly language: Language;
  readonly ownName: Marked;
  readonly name: Marked;
  /** Shown where neither of the two says why it was found. */
  readonly otherName: Marked | undefined;
}

/** A text in parts; what was typed is in every second one: the 2nd, the 4th and so on. */
export type Marked = readonly string[];

/**
 * The languages that have all of the typed words, the best match first. A word may stand in any of a language's names:
 * its own, the English one, others that it goes by, those of the reader's own language, its country's, and its codes.
 * Accents and case do not matter.
 *
 * @param locale the reader's own language
 */
export function searchLanguages(words: string, locale: string): Found[] {
  const typed = fold(words)
    .split(/[\s,()]+/)
    .filter((word) => word !== '');
  const candidates = languages.flatMap((language): Candidate[] => {
    const matches = typed.flatMap((word) => bestMatch(word, language, locale) ?? []);
    return matches.length === typed.length ? [{ language, matches }] : [];
  });
  return candidates
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((candidate) => found(candidate, typed));
}

/** As texts are compared: without accents and case. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

interface Candidate {
  readonly language: Language;
  readonly matches: readonly Match[];
}

interface Match {
  /** Less is better. */
  readonly rank: number;
  readonly name: Name;
}

interface Name {
  readonly text: string;
  /** `shown` stands in the list; a `code` is meant as a whole or up to a hyphen, that of a `country` as a whole. */
  readonly kind: 'shown' | 'other' | 'code' | 'country';
}

function rankOf({ matches }: Candidate): number {
  return matches.reduce((sum, { rank }) => sum + rank, 0);
}

function bestMatch(word: string, language: Language, locale: string): Match | undefined {
  const matches = namesOf(language, locale).flatMap((name): Match[] => {
    const rank = rankIn(name, word);
    return rank === undefined ? [] : [{ rank, name }];
  });
  return matches.sort((one, other) => one.rank - other.rank)[0];
}

function rankIn(name: Name, word: string): number | undefined {
  if (name.kind === 'code' || name.kind === 'country') return rankInCode(word, name);
  const rank = rankInName(word, fold(name.text));
  return rank !== undefined && name.kind === 'other' ? rank + 1 : rank;
}

/** The whole name, its beginning, the beginning of a word in it, or somewhere in it. */
function rankInName(word: string, name: string): number | undefined {
  const place = placeIn(name, word);
  if (place === undefined) return undefined;
  if (name === word) return 0;
  if (place === 0) return 1;
  return wordStarts(name).includes(place) ? 2 : 4;
}

/** A country's code is the start of too many names to go before them. */
function rankInCode(word: string, { text, kind }: Name): number | undefined {
  const [typed, code] = [word.replace('_', '-'), fold(text)];
  if (kind === 'country') return code === typed ? 3 : undefined;
  if (code === typed) return 0;
  return code.startsWith(`${typed}-`) ? 1 : undefined;
}

/** Where a word of the text begins with it, or else where it is; a single letter is somewhere in nearly every name. */
function placeIn(text: string, word: string): number | undefined {
  const start = wordStarts(text).find((each) => text.startsWith(word, each));
  if (start !== undefined) return start;
  const place = text.indexOf(word);
  return place < 0 || /^[a-z]$/.test(word) ? undefined : place;
}

function wordStarts(text: string): number[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index);
}

const namesByLocale = new Map<string, ReadonlyMap<Language, readonly Name[]>>();

function namesOf(language: Language, locale: string): readonly Name[] {
  let names = namesByLocale.get(locale);
  if (!names) {
    names = new Map(languages.map((each) => [each, allNamesOf(each, locale)]));
    namesByLocale.set(locale, names);
  }
  return names.get(language) ?? [];
}

function allNamesOf({ code, name, ownName, flag, transcribe }: Language, locale: string): Name[] {
  const named = (texts: readonly (string | undefined)[], kind: Name['kind']) =>
    texts.flatMap((text) => (text ? [{ text, kind }] : []));
  const region = flag?.slice(0, 2);
  const byPlatform = ['en', locale].flatMap((reader) => [
    new Intl.DisplayNames(reader, { type: 'language' }).of(code),
    region && new Intl.DisplayNames(reader, { type: 'region' }).of(region),
  ]);
  return [
    ...named([ownName, name], 'shown'),
    ...named([...(otherNames[code] ?? []), ...byPlatform], 'other'),
    ...named([code, transcribe], 'code'),
    ...named([region], 'country'),
  ];
}

function found({ language, matches }: Candidate, typed: readonly string[]): Found {
  const [ownName, name] = [mark(language.ownName, typed), mark(language.name, typed)];
  const isSeen = (word: string) =>
    [language.ownName, language.name].some((text) => placeIn(fold(text), word) !== undefined);
  const unseen = matches.find((_, index) => !isSeen(typed[index] ?? ''));
  return { language, ownName, name, otherName: unseen && mark(unseen.name.text, typed) };
}

/** Marks where each typed word stands. */
function mark(text: string, typed: readonly string[]): Marked {
  const { letters, starts } = foldedWithStarts(text);
  const isMarked = new Set<number>();
  for (const word of typed) {
    const place = placeIn(letters, word);
    if (place === undefined) continue;
    for (const start of starts.slice(place, place + word.length)) isMarked.add(start);
  }
  const parts = [''];
  let start = 0;
  for (const [index, character] of [...text].entries()) {
    // Accents that stand alone go with their letter.
    if (fold(character) !== '') start = index;
    const wanted = isMarked.has(start) ? 1 : 0;
    if ((parts.length - 1) % 2 !== wanted) parts.push('');
    parts[parts.length - 1] += character;
  }
  return parts;
}

/** @returns the folded text, and for each unit of it the character of the text that it comes from */
function foldedWithStarts(text: string): { letters: string; starts: number[] } {
  let letters = '';
  const starts: number[] = [];
  for (const [index, character] of [...text].entries()) {
    const folded = fold(character);
    letters += folded;
    for (const _ of folded.split('')) starts.push(index);
  }
  return { letters, starts };
}
