import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canonicalizeCode, type Language, languages } from '../../../shared/languages.ts';
import { getName } from '../../language/language-name.ts';
import { healthQuery } from '../../system/health.ts';
import * as texts from '../../texts/languages.ts';
import { languagesByName, type SearchResult, searchLanguages } from './language-search.ts';
import { type SavedLanguages, savedLanguages, togglePin } from './saved-languages.ts';

export const detection: Language = {
  code: 'auto',
  ownName: texts.detectLanguage,
  name: texts.forTypedText,
  flag: 'detect',
  translate: 'auto',
  transcribe: 'auto',
};

const detectionGroup: RowGroup = { id: 'detection', rows: [{ language: detection }] };

export function groupSearchResults(words: string): RowGroup {
  const found = searchLanguages(words, Intl.DateTimeFormat().resolvedOptions().locale);
  return { id: 'all', rows: found.map((each) => ({ language: each.language, found: each })) };
}

/** An unpinned language stays at the top until the list closes, so that another press pins it again. */
export function usePins(code: string, canDetect: boolean | undefined) {
  const { data: health } = useQuery(healthQuery);
  const hasDetection = canDetect === true && health?.engines.translation.options?.detection === true;
  const [initial] = useState(savedLanguages.read);
  const [recent] = useState(() => listRecent(initial, code));
  const [pinned, setPinned] = useState(initial.pinned);
  const [pinnedAtTop, setPinnedAtTop] = useState(initial.pinned);
  const [announcement, setAnnouncement] = useState('');
  return {
    groups: [...(hasDetection ? [detectionGroup] : []), ...groupLanguages(pinnedAtTop, recent)],
    pinned,
    announcement,
    /** @returns whether a row was added at the top */
    toggle(language: Language): boolean {
      const saved = togglePin(savedLanguages.read(), language.code);
      savedLanguages.write(saved);
      setPinned(saved.pinned);
      const isPinned = saved.pinned.includes(language.code);
      setAnnouncement(texts.pinChanged(getName(language.code), isPinned));
      if (!isPinned || pinnedAtTop.includes(language.code)) return false;
      setPinnedAtTop([...pinnedAtTop, language.code]);
      return true;
    },
  };
}

export interface RowGroup {
  readonly id: 'detection' | 'pinned' | 'recent' | 'all';
  readonly title?: string | undefined;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly language: Language;
  readonly found?: SearchResult;
}

/** Pinned and recent languages first, then all languages by their shown names. */
export function groupLanguages(pinned: readonly string[], recent: readonly string[]): RowGroup[] {
  const top: RowGroup[] = [
    { id: 'pinned', title: texts.pinned, rows: findRows(pinned) },
    { id: 'recent', title: texts.recent, rows: findRows(recent) },
  ];
  const filled = top.filter(({ rows }) => rows.length > 0);
  const all = languagesByName.map((language) => ({ language }));
  return [...filled, { id: 'all', title: filled.length > 0 ? texts.all : undefined, rows: all }];
}

/** Codes of recent languages that are not pinned, beginning with the chosen one. */
export function listRecent({ pinned, recent }: SavedLanguages, code: string): string[] {
  if (recent.length === 0) return [];
  const latest = new Set([canonicalizeCode(code), ...recent]);
  return [...latest].filter((each) => !pinned.includes(each)).slice(0, maxShown);
}

const maxShown = 5;

function findRows(codes: readonly string[]): Row[] {
  return codes.flatMap((code) => {
    const language = languages.find((each) => each.code === code);
    return language ? [{ language }] : [];
  });
}
