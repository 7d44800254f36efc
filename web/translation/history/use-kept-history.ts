import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOnline } from '../../browser/online.ts';
import type { HistoryEntry, Owner } from './history-entries.ts';
import { entriesQuery, ownerQuery, refreshHistory } from './kept-history.ts';

/** The local history, also after a change in another tab. */
export function useKeptHistory(): { owner: Owner | null | undefined; entries: HistoryEntry[] | undefined } {
  const { data: owner, refetch } = useQuery(ownerQuery);
  const { data: entries } = useQuery(entriesQuery(owner));
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline && owner === null) refetch();
  }, [isOnline, owner, refetch]);
  useEffect(() => {
    const onVisibilityChange = () => document.hidden || void refreshHistory();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);
  return { owner, entries };
}
