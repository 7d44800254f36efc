import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '../../../shared/limits.ts';
import { useIsSignedIn } from '../../auth/session.ts';
import { isEntitled, statusQuery } from '../../billing/status.ts';
import { useDebounced } from '../../browser/debounced.ts';
import { useOnline } from '../../browser/online.ts';
import { useStore } from '../../browser/store.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { Icon, PathIcon } from '../../components/icon.tsx';
import { RetryNotice } from '../../components/retry-notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import * as texts from '../../texts/history.ts';
import { iconPaths } from '../icon-paths.ts';
import { privateMode } from '../private-mode.ts';
import { accountQuery, clearing, isHidden, noFilter, removals, undoClearing } from './history.ts';
import {
  type Filter,
  type HistoryEntry,
  mergeHistory,
  type Owner,
  type SavedTranslation,
} from './history-entries.ts';
import { HistoryFooter } from './history-footer.tsx';
import { ClearedRow, HistoryList, LoadMore } from './history-list.tsx';
import { allOfIt, isNarrow, NarrowingFields, narrow } from './history-narrowing.tsx';
import { HistorySync } from './history-sync.ts';
import { useLocalHistory } from './local-history.ts';

export function HistoryPanel({ onPick }: HistoryPanelProps) {
  const { owner, entries } = useLocalHistory();
  const isSignedIn = useIsSignedIn();
  const { data: status } = useQuery({ ...statusQuery, enabled: isSignedIn });
  const isSavedToAccount = isSignedIn && status !== undefined && isEntitled(status);
  const account = useInfiniteQuery({ ...accountQuery(noFilter), enabled: isSignedIn });
  const hasAccountEntries = account.data?.pages.some((page) => page.translations.length > 0) ?? false;
  const hasAccountHistory = isSavedToAccount || hasAccountEntries;
  useFlushOnLeaving();

  const isPrivate = useStore(privateMode);
  const isClearing = useStore(clearing).size > 0;
  const hasItems = hasAccountEntries || (entries?.length ?? 0) > 0;
  const isReady = entries !== undefined && owner !== undefined;
  return (
    <>
      {/* For a signed-in user, the page renders it. */}
      {!isSignedIn && <HistorySync />}
      {isReady && hasItems && (
        <History owner={owner} entries={entries} hasAccountHistory={hasAccountHistory} onPick={onPick} />
      )}
      {isReady && !hasItems && (account.isSuccess || !isSignedIn) && (
        <p className="pb-2 text-muted">{isPrivate ? texts.emptyInPrivateMode : texts.empty}</p>
      )}
      {!hasItems && (!isReady || account.isLoading) && <Skeleton label={texts.loading} lines={2} />}
      {!hasItems && account.isError && (
        <RetryNotice onRetry={() => account.refetch()}>{texts.loadFailed}</RetryNotice>
      )}
      {isReady && (
        <HistoryFooter
          owner={owner}
          isSavedToAccount={isSavedToAccount}
          hasAccountHistory={hasAccountHistory}
          hasItems={hasItems && !isClearing}
        />
      )}
    </>
  );
}

interface HistoryPanelProps {
  onPick: (translation: SavedTranslation) => void;
}

function useFlushOnLeaving(): void {
  useEffect(() => {
    const flush = () => {
      removals.flush();
      clearing.flush();
    };
    // Does not flush `clearing`: the page may return, and a sleeping phone would interrupt the requests.
    const onVisibilityChange = () => document.hidden && removals.flush();
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      flush();
    };
  }, []);
}

function History(props: HistoryProps) {
  const { owner, onPick } = props;
  const [typed, setTyped] = useState('');
  const [isStarredOnly, setStarredOnly] = useState(false);
  const [narrowing, setNarrowing] = useState(allOfIt);
  const query = typed.trim();
  const search = useHistorySearch(props, { query, isStarredOnly });
  const { all: unnarrowed, results, hasNextPage, hasFailed, isPending } = search;
  const isSearching = query !== '';
  const all = narrow(unnarrowed, narrowing);
  const filter = { isSearching, isNarrow: isNarrow(narrowing) };
  const isUnfiltered = !isSearching && !isStarredOnly && !filter.isNarrow;
  const [shownCount, setShownCount] = useState(collapsedCount);
  const list = useRef<HTMLUListElement>(null);
  const visibleCount = isUnfiltered ? shownCount : Math.max(shownCount, pageSize);

  useOlderPages(filter.isNarrow && all.length < visibleCount && !hasFailed, search);

  async function showMore(): Promise<void> {
    const wanted = visibleCount === collapsedCount ? pageSize : visibleCount + pageSize;
    const countBefore = list.current?.children.length ?? 0;
    if (all.length < wanted && hasNextPage && (await results.fetchNextPage()).isError) return;
    flushSync(() => setShownCount(wanted));
    // The button moves or disappears.
    list.current?.querySelectorAll('li')[countBefore]?.focus();
  }

  return (
    <>
      <div className="mb-2 flex gap-1">
        <SearchField typed={typed} onType={setTyped} />
        <StarredButton isPressed={isStarredOnly} onClick={() => setStarredOnly(!isStarredOnly)} />
      </div>
      <NarrowingFields translations={unnarrowed} narrowing={narrowing} onNarrow={setNarrowing} />
      <p role="status" className="text-sm text-muted">
        {!isUnfiltered && !isPending && !hasFailed && describeResults(all.length, hasNextPage, filter)}
      </p>
      <Problems search={search} isSearching={isSearching} />
      <HistoryList
        ref={list}
        owner={owner}
        translations={all.slice(0, visibleCount)}
        query={query}
        isBusy={isPending}
        onPick={onPick}
      />
      <LoadMore results={results} hasMore={all.length > visibleCount || hasNextPage} onMore={showMore} />
    </>
  );
}

function Problems({ search, isSearching }: { search: HistorySearch; isSearching: boolean }) {
  const { hasFailed, results, isAccountOffline, newestCleared, stage } = search;
  return (
    <>
      {hasFailed && (
        <RetryNotice onRetry={() => results.refetch()}>
          {isSearching ? texts.searchFailed : texts.loadFailed}
        </RetryNotice>
      )}
      {isAccountOffline && (
        <p role="status" className="pb-1 text-sm text-muted">
          {texts.offline}
        </p>
      )}
      {newestCleared && (
        <ClearedRow isRemoving={stage === 'removing'} onUndo={() => undoClearing(newestCleared)} />
      )}
    </>
  );
}

type HistorySearch = ReturnType<typeof useHistorySearch>;

/** What is asked for may be on any page. */
function useOlderPages(isWanted: boolean, { results, hasNextPage }: HistorySearch): void {
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = results;
  const isNext = isWanted && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isNext) void fetchNextPage();
  }, [isNext, fetchNextPage]);
}

function StarredButton({ isPressed, onClick }: { isPressed: boolean; onClick: () => void }) {
  return (
    <IconButton
      label={texts.starred}
      aria-pressed={isPressed}
      onClick={onClick}
      className="min-h-12! min-w-12! aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      <PathIcon path={iconPaths.star} isFilled={isPressed} />
    </IconButton>
  );
}

interface HistoryProps {
  owner: Owner | null;
  entries: readonly HistoryEntry[];
  hasAccountHistory: boolean;
  onPick: HistoryPanelProps['onPick'];
}

function useHistorySearch({ entries, hasAccountHistory }: HistoryProps, filter: Filter) {
  const { query, isStarredOnly } = filter;
  const isOnline = useOnline();
  const debounced = useDebounced(query, searchDebounceMs);
  const isSearching = query !== '';
  // An empty search must not wait.
  const searched = isSearching ? debounced : '';
  const isAccountQueried = hasAccountHistory && searched === query;
  // Each letter searches the local history; a pause also searches the account.
  const results = useInfiniteQuery({
    ...accountQuery({ query: searched, isStarredOnly }),
    enabled: isAccountQueried,
  });
  const [[newestCleared, stage] = []] = useStore(clearing);
  useStore(removals);
  const pages = isAccountQueried ? results.data?.pages : undefined;
  const all = mergeHistory(entries, pages, filter).filter(
    (each) => !isHidden(each) && !(newestCleared && each.id <= newestCleared),
  );
  const isMissing = isAccountQueried && results.isError && !results.isFetchNextPageError;
  const isAccountOffline = isMissing && !isOnline;
  return {
    all,
    results,
    newestCleared,
    stage,
    hasFailed: isMissing && isOnline,
    hasNextPage: isAccountQueried && results.hasNextPage,
    isAccountOffline,
    isPending: isSearching && hasAccountHistory && !isMissing && !pages,
  };
}

const searchDebounceMs = 300;
const collapsedCount = 5;
const pageSize = 20;

interface ShownFilter {
  readonly isSearching: boolean;
  readonly isNarrow: boolean;
}

function describeResults(count: number, hasMore: boolean, { isSearching, isNarrow }: ShownFilter): string {
  if (count === 0 && !hasMore) {
    if (isNarrow) return texts.nothingThere;
    return isSearching ? texts.noResults : texts.nothingStarred;
  }
  if (!isSearching && !isNarrow) return '';
  return hasMore ? texts.foundSoFar(count) : texts.found(count);
}

function SearchField({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="relative block min-w-0 grow">
      <label htmlFor={id} className="sr-only">
        {texts.search}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        dir="auto"
        value={typed}
        maxLength={limits.searchCharacters}
        placeholder={texts.search}
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        className="min-h-12 w-full rounded-control border border-edge bg-surface px-4 pe-12 placeholder:text-muted focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:appearance-none"
      />
      {typed !== '' && (
        <IconButton
          label={texts.clearSearch}
          onClick={() => {
            onType('');
            field.current?.focus();
          }}
          className="absolute top-0.5 end-0.5"
        >
          <Icon name="close" />
        </IconButton>
      )}
    </search>
  );
}
