import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { healthQuery } from '../../system/health.ts';
import * as texts from '../../texts/history.ts';
import { removals, remove, undoRemoval } from './history.ts';
import type { Owner, SavedTranslation } from './history-entries.ts';
import { HistoryRow, RemovedRow } from './history-row.tsx';
import { starTranslation } from './local-history.ts';

export function HistoryList({ owner, translations, query, isBusy, onPick }: HistoryListProps) {
  const { data: health } = useQuery(healthQuery);
  const stages = useStore(removals);
  const nowMs = useNow();
  return (
    <ul aria-label={texts.list} aria-busy={isBusy}>
      {translations.map((translation) => {
        const stage = stages.get(translation.id);
        if (stage === 'removing') return null;
        return (
          <li key={translation.id} tabIndex={-1} className="border-b border-line py-4 last:border-0">
            {stage === 'undoable' ? (
              <RemovedRow onUndo={() => owner && undoRemoval(owner, translation)} />
            ) : (
              <HistoryRow
                translation={translation}
                query={query}
                nowMs={nowMs}
                health={health}
                onPick={() => onPick(translation)}
                onStar={(isStarred) => owner && starTranslation(owner, translation, isStarred)}
                onRemove={() => owner && remove(owner, translation)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface HistoryListProps {
  owner: Owner | null;
  translations: readonly SavedTranslation[];
  query: string;
  isBusy: boolean;
  onPick: (translation: SavedTranslation) => void;
}

export function ClearedRow({ isRemoving, onUndo }: { isRemoving: boolean; onUndo: () => void }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 py-3 text-muted">
      <p role="status">{isRemoving ? texts.clearing : texts.cleared}</p>
      {!isRemoving && (
        <button
          type="button"
          onClick={(event) => {
            event.currentTarget.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
            onUndo();
          }}
          className="min-h-11 px-1 font-semibold text-accent underline underline-offset-4"
        >
          {texts.undo}
        </button>
      )}
    </div>
  );
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Loads more, and focuses the first new row, because the button moves or disappears. */
export function LoadMore({ hasMore, isLoading, hasFailed, onMore }: LoadMoreProps) {
  const container = useRef<HTMLDivElement>(null);
  const countBefore = useRef<number>(undefined);
  const rows = () => container.current?.parentElement?.querySelector('ul')?.children ?? [];

  useEffect(() => {
    const first = countBefore.current === undefined ? undefined : rows()[countBefore.current];
    if (!(first instanceof HTMLElement)) return;
    countBefore.current = undefined;
    first.focus();
  });

  function load(): void {
    countBefore.current = rows().length;
    onMore();
  }

  return (
    <div ref={container}>
      {hasFailed && (
        <p role="alert" className="pb-3 text-sm font-medium text-danger">
          {texts.loadMoreFailed}
        </p>
      )}
      {hasMore && (
        <Button isDisabled={isLoading} onClick={load} className="w-full">
          {isLoading ? texts.loadingMore : texts.more}
        </Button>
      )}
    </div>
  );
}

interface LoadMoreProps {
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
}
