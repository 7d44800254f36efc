import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isEntitled, statusQuery } from '../../billing/status.ts';
import { useOnline } from '../../browser/online.ts';
import { needsSync, syncToAccount } from './history.ts';
import { useLocalHistory } from './local-history.ts';

export function HistorySync() {
  const { owner, entries } = useLocalHistory();
  const { data: status } = useQuery(statusQuery);
  const canUpload = status !== undefined && isEntitled(status);
  const isOnline = useOnline();
  // Contains the star, so that an entry starred during its upload is sent again.
  const unsynced = (entries ?? [])
    .filter((entry) => needsSync(entry, canUpload))
    .map(({ id, syncState, isStarred }) => `${id} ${syncState} ${isStarred}`)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the connection starts new attempts
  useEffect(() => {
    if (!owner || unsynced === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const attempt = ([delayMs, ...rest]: readonly number[]): unknown =>
      syncToAccount(owner, canUpload).catch(() => {
        if (!isGone && delayMs !== undefined) timer = setTimeout(attempt, delayMs, rest);
      });
    attempt(retryDelaysMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [owner, unsynced, isOnline, canUpload]);
  return null;
}

/** A reported connection may not work yet. */
const retryDelaysMs = [2_000, 15_000, 60_000];
