import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Language } from '../../../shared/languages.ts';
import { healthQuery } from '../../system/health.ts';
import * as texts from '../../texts/languages.ts';
import { groupLanguages, listRecent, type RowGroup } from './language-groups.ts';
import { searchLanguages } from './language-search.ts';
import { savedLanguages, togglePin } from './saved-languages.ts';

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
      setAnnouncement(texts.pinChanged(language.name, isPinned));
      if (!isPinned || pinnedAtTop.includes(language.code)) return false;
      setPinnedAtTop([...pinnedAtTop, language.code]);
      return true;
    },
  };
}
