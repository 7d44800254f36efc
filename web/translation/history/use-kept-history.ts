import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOnline } from '../../browser/online.ts';
import type { HistoryEntry, Owner } from './history-entries.ts';
import { entriesQuery, ownerQuery, readHistoryAnew } from './kept-history.ts';

/** What this browser keeps of whoever is here, also after another tab has changed it. */
export function useKeptHistory(): { owner: Owner | null | undefined; entries: HistoryEntry[] | undefined } {
  const { data: owner, refetch } = useQuery(ownerQuery);
  const { data: entries } = useQuery(entriesQuery(owner));
  const isOnline = useOnline();
  useEffect(() => {
    // Without a connection nobody could say who it is.
    if (isOnline && owner === null) refetch();
  }, [isOnline, owner, refetch]);
  useEffect(() => {
    const onVisibilityChange = () => document.hidden || void readHistoryAnew();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);
  return { owner, entries };
}
