import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { limits } from '../../shared/limits.ts';
import { isSignedIn } from '../auth/signed-in.ts';
import { isPremium, statusQuery } from '../billing/status.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Failed } from '../components/failed.tsx';
import { Icon } from '../components/icon.tsx';
import { healthQuery } from '../system/health.ts';
import { historyQuery, type KeptTranslation, removals, searchQuery } from './history.ts';
import { HistoryRow, RemovedRow } from './history-row.tsx';

/**
 * The translations that are kept for whoever has Premium, and that stay readable afterwards. Nothing at all for
 * guests, and for those who have none and would get none.
 */
export function HistoryPanel({ onPick }: HistoryPanelProps) {
  const isUser = isSignedIn();
  const { data: status } = useQuery({ ...statusQuery, enabled: isUser });
  const history = useInfiniteQuery({ ...historyQuery, enabled: isUser });
  useRemovalsOnLeaving();

  const isKept = status !== undefined && isPremium(status);
  const hasAny = history.data?.pages.some((page) => page.translations.length > 0) ?? false;
  if (!isUser || !(isKept || hasAny)) return null;
  return (
    <Card title="History">
      {hasAny && <History isKept={isKept} onPick={onPick} />}
      {!hasAny && history.isSuccess && (
        <p className="pb-2 text-muted">
          Nothing here yet. What you translate from now on is kept here, for you alone.
        </p>
      )}
      {!hasAny && history.isPending && <Loading />}
      {!hasAny && history.isError && (
        <Failed onRetry={() => history.refetch()}>Your history could not be loaded.</Failed>
      )}
    </Card>
  );
}

interface HistoryPanelProps {
  onPick: (translation: KeptTranslation) => void;
}

/** Whoever leaves has thought it over. */
function useRemovalsOnLeaving(): void {
  useEffect(() => {
    const onVisibilityChange = () => document.hidden && removals.flush();
    addEventListener('pagehide', removals.flush);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      removeEventListener('pagehide', removals.flush);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      removals.flush();
    };
  }, []);
}

function History({ isKept, onPick }: { isKept: boolean; onPick: HistoryPanelProps['onPick'] }) {
  const [typed, setTyped] = useState('');
  const words = useSettled(typed.trim());
  const isSearching = words !== '';
  const everything = useInfiniteQuery(historyQuery);
  const search = useInfiniteQuery({ ...searchQuery(words), enabled: isSearching });
  // While the first answer of a search is awaited, everything stays where it is.
  const isAwaited = isSearching && (search.isPending || search.isPlaceholderData);
  const shown = isSearching && search.data ? search : everything;
  const [isUnfolded, setUnfolded] = useState(false);
  const translations = shown.data?.pages.flatMap((page) => page.translations) ?? [];
  const isFolded = !isSearching && !isUnfolded && translations.length > foldedCount;
  const hasFailed = isSearching && search.isError && !search.isFetchNextPageError;
  return (
    <>
      <SearchField typed={typed} onType={setTyped} />
      <p role="status" className="text-sm text-muted">
        {isSearching && !isAwaited && !hasFailed && saidOf(translations.length, search.hasNextPage)}
      </p>
      {hasFailed ? (
        <Failed onRetry={() => search.refetch()}>The search did not work.</Failed>
      ) : (
        <>
          <List
            translations={isFolded ? translations.slice(0, foldedCount) : translations}
            isDimmed={isAwaited}
            onPick={onPick}
          />
          <More
            hasMore={isFolded || (shown.hasNextPage && !isAwaited)}
            isLoading={shown.isFetchingNextPage}
            hasFailed={shown.isFetchNextPageError}
            onMore={() => (isFolded ? setUnfolded(true) : shown.fetchNextPage())}
          />
        </>
      )}
      {!isKept && !isSearching && (
        <p className="border-t border-line pt-4 text-sm text-muted">
          New translations are kept with Premium. These stay until you remove them.
        </p>
      )}
    </>
  );
}

/** As many are shown at first: below the history there is more of the page. */
const foldedCount = 5;

function saidOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'No translation has these words.';
  if (hasMore) return `${count} found so far`;
  return count === 1 ? '1 found' : `${count} found`;
}

/** What was typed, once nothing has been typed for a moment; at once when it is emptied. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, text === '' ? 0 : settleMs, text);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}

const settleMs = 300;

function SearchField({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="relative mb-2 block">
      <label htmlFor={id} className="sr-only">
        Search your history
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        value={typed}
        maxLength={limits.searchCharacters}
        placeholder="Search your history"
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        className="min-h-12 w-full rounded-control border border-edge bg-surface px-4 placeholder:text-muted focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:appearance-none"
      />
      {typed !== '' && (
        <Button
          look="quiet"
          aria-label="Clear search"
          data-tooltip="Clear search"
          onClick={() => {
            onType('');
            field.current?.focus();
          }}
          className="absolute top-0.5 right-0.5"
        >
          <Icon name="close" />
        </Button>
      )}
    </search>
  );
}

function List({ translations, isDimmed, onPick }: ListProps) {
  const { data: health } = useQuery(healthQuery);
  const stages = useSyncExternalStore(removals.subscribe, removals.get);
  const nowMs = useNow();
  return (
    <ul aria-label="Translations" aria-busy={isDimmed} className={isDimmed ? 'opacity-60' : ''}>
      {translations.map((translation) => {
        const stage = stages.get(translation.id);
        if (stage === 'leaving') return null;
        return (
          <li key={translation.id} tabIndex={-1} className="border-b border-line py-4 last:border-0">
            {stage === 'undoable' ? (
              <RemovedRow onUndo={() => removals.undo(translation.id)} />
            ) : (
              <HistoryRow
                translation={translation}
                nowMs={nowMs}
                health={health}
                onPick={() => onPick(translation)}
                onRemove={() => removals.remove(translation.id)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ListProps {
  translations: readonly KeptTranslation[];
  isDimmed: boolean;
  onPick: HistoryPanelProps['onPick'];
}

/** The time, to the minute. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** More of them. The focus goes to the first that came: the button may be gone, and is further down in any case. */
function More({ hasMore, isLoading, hasFailed, onMore }: MoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const known = useRef<number>(undefined);
  const rows = () => place.current?.parentElement?.querySelector('ul')?.children ?? [];

  useEffect(() => {
    const first = known.current === undefined ? undefined : rows()[known.current];
    if (!(first instanceof HTMLElement)) return;
    known.current = undefined;
    first.focus();
  });

  function load(): void {
    known.current = rows().length;
    onMore();
  }

  return (
    <div ref={place}>
      {hasFailed && (
        <p role="alert" className="pb-3 text-sm font-medium text-danger">
          More could not be loaded. Check your connection and try again.
        </p>
      )}
      {hasMore && (
        <Button isDisabled={isLoading} onClick={load} className="w-full">
          {isLoading ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </div>
  );
}

interface MoreProps {
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
}

function Loading() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading your history…
      </p>
      <div className="grid gap-3 pt-1.5 pb-2" aria-hidden="true">
        <div className="shimmer h-7 w-11/12 animate-shimmer rounded-lg" />
        <div className="shimmer h-7 w-3/5 animate-shimmer rounded-lg" />
      </div>
    </div>
  );
}
