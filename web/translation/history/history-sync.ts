import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPremium, statusQuery } from '../../billing/status.ts';
import { useOnline } from '../../browser/online.ts';
import { catchUp, isBehind } from './history.ts';
import { useKeptHistory } from './kept-history.ts';

export function HistorySync() {
  const { owner, entries } = useKeptHistory();
  const { data: status } = useQuery(statusQuery);
  const canKeep = status !== undefined && isPremium(status);
  const isOnline = useOnline();
  // Content instead of a count: an entry that is starred during its upload is sent again.
  const behind = (entries ?? [])
    .filter((entry) => isBehind(entry, canKeep))
    .map(({ id, syncState, isStarred }) => `${id} ${syncState} ${isStarred}`)
    .join();
  useEffect(() => {
    if (!owner || behind === '' || !isOnline) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const attempt = ([pauseMs, ...rest]: readonly number[]): unknown =>
      catchUp(owner, canKeep).catch(() => {
        if (!isGone && pauseMs !== undefined) timer = setTimeout(attempt, pauseMs, rest);
      });
    attempt(pausesMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [owner, behind, isOnline, canKeep]);
  return null;
}

/** Browsers report a connection a little before it works. */
const pausesMs = [2_000, 15_000, 60_000];
