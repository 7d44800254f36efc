import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '../../../shared/languages.ts';
import { healthQuery } from '../../system/health.ts';
import { type Group, groupLanguages, listRecent } from './language-groups.ts';
import { type SearchResult, searchLanguages } from './language-search.ts';
import { savedLanguages, togglePin } from './saved-languages.ts';

export interface Row {
  readonly language: Language;
  readonly found?: SearchResult;
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
    groups: placeGroups(groupLanguages(pinnedAtTop, recent), hasDetection),
    pinned,
    announcement,
    /** @returns whether a row was added at the top */
    toggle(language: Language): boolean {
      const saved = togglePin(savedLanguages.read(), language.code);
      savedLanguages.write(saved);
      setPinned(saved.pinned);
      const isPinned = saved.pinned.includes(language.code);
      setAnnouncement(`${language.name} is ${isPinned ? 'pinned' : 'unpinned'}.`);
      if (!isPinned || pinnedAtTop.includes(language.code)) return false;
      setPinnedAtTop([...pinnedAtTop, language.code]);
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
