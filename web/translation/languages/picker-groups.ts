import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '../../../shared/languages.ts';
import { healthQuery } from '../../system/health.ts';
import { keptLanguages, togglePin } from './kept-languages.ts';
import { type Group, groupLanguages, listRecent } from './language-groups.ts';
import { type Found, searchLanguages } from './language-search.ts';

export interface Row {
  readonly language: Language;
  readonly found?: Found;
}

export interface RowGroup extends Pick<Group, 'title'> {
  readonly id: Group['id'] | 'detection';
  readonly rows: readonly Row[];
  /** Index of its first row in the whole grid. */
  readonly from: number;
}

export const detection: Language = {
  code: 'auto',
  ownName: 'Detect language',
  name: 'For typed text',
  flag: 'detect',
  translate: 'auto',
  transcribe: 'auto',
};

export function groupSearchResults(words: string): RowGroup {
  const found = searchLanguages(words, Intl.DateTimeFormat().resolvedOptions().locale);
  const rows = found.map((each) => ({ language: each.language, found: each }));
  return { id: 'all', title: undefined, rows, from: 0 };
}

/** A language that is unpinned keeps its place until the list is opened again, so that another press pins it again. */
export function usePins(code: string, canDetect: boolean | undefined) {
  const { data: health } = useQuery(healthQuery);
  const hasDetection = canDetect === true && health?.engines.translation.options?.detection === true;
  const [initial] = useState(keptLanguages.read);
  const [recent] = useState(() => listRecent(initial, code));
  const [pinned, setPinned] = useState(initial.pinned);
  const [onTop, setOnTop] = useState(initial.pinned);
  const [news, setNews] = useState('');
  return {
    groups: placeGroups(groupLanguages(onTop, recent), hasDetection),
    pinned,
    news,
    /** @returns whether a row was added at the top */
    toggle(language: Language): boolean {
      const kept = togglePin(keptLanguages.read(), language.code);
      keptLanguages.write(kept);
      setPinned(kept.pinned);
      const isPinned = kept.pinned.includes(language.code);
      setNews(`${language.name} is ${isPinned ? 'pinned' : 'unpinned'}.`);
      if (!isPinned || onTop.includes(language.code)) return false;
      setOnTop([...onTop, language.code]);
      return true;
    },
  };
}

function placeGroups(groups: readonly Group[], hasDetection: boolean): RowGroup[] {
  const first: RowGroup = { id: 'detection', title: undefined, rows: [{ language: detection }], from: 0 };
  const placed = hasDetection ? [first] : [];
  let from = placed.length;
  for (const { id, title, languages } of groups) {
    placed.push({ id, title, rows: languages.map((language) => ({ language })), from });
    from += languages.length;
  }
  return placed;
}
