import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { limits } from '../../../shared/limits.ts';
import { useSession } from '../../auth/session.ts';
import { isPremium, statusQuery } from '../../billing/status.ts';
import { useOnline } from '../../browser/online.ts';
import { useStore } from '../../browser/store.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Failed } from '../../components/failed.tsx';
import { Drawing, Icon } from '../../components/icon.tsx';
import { healthQuery } from '../../system/health.ts';
import { drawings } from '../drawings.ts';
import { privateMode } from '../keep/private-mode.ts';
import {
  accountQuery,
  catchUp,
  isBehind,
  isHidden,
  removals,
  remove,
  undoRemoval,
  whole,
} from './history.ts';
import { clearing } from './history-clearing.ts';
import type { HistoryEntry, KeptTranslation, Owner } from './history-entries.ts';
import { HistoryFooter } from './history-footer.tsx';
import { HistoryRow, RemovedRow } from './history-row.tsx';
import { union, type View } from './history-view.ts';
import { starTranslation } from './kept-history.ts';
import { useKeptHistory } from './use-kept-history.ts';

/**
 * What was translated: of everybody what this browser keeps, and of whoever has or had Premium what their account has as
 * well. Both are one list.
 */
export function HistoryPanel({ onPick }: HistoryPanelProps) {
  const { owner, entries } = useKeptHistory();
  const isUser = useSession();
  const { data: status } = useQuery({ ...statusQuery, enabled: isUser });
  const isKept = isUser && status !== undefined && isPremium(status);
  const account = useInfiniteQuery({ ...accountQuery(whole), enabled: isUser });
  const isThere = account.data?.pages.some((page) => page.translations.length > 0) ?? false;
  const [isStarred, setStarred] = useState(false);
  const hasAccount = isKept || isThere;
  useRemovalsOnLeaving();
  useCatchingUp(owner, entries, isKept);

  const cleared = useSyncExternalStore(clearing.subscribe, clearing.get);
  const hasAny = isThere || (entries?.length ?? 0) > 0;
  const isReady = entries !== undefined && owner !== undefined;
  return (
    <Card
      title="History"
      aside={
        hasAny && (
          <Button
            look="quiet"
            aria-pressed={isStarred}
            onClick={() => setStarred(!isStarred)}
            className="-mr-3 px-3 aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            <Drawing path={drawings.star} isFilled={isStarred} />
            Starred
          </Button>
        )
      }
    >
      {isReady && hasAny && (
        <History
          owner={owner}
          entries={entries}
          hasAccount={hasAccount}
          isStarred={isStarred}
          onPick={onPick}
        />
      )}
      {isReady && !hasAny && (account.isSuccess || !isUser || account.fetchStatus === 'paused') && (
        <Empty isKept={isKept} />
      )}
      {!hasAny && (!isReady || account.isLoading) && <Loading isLong={account.isLoading} />}
      {!hasAny && account.isError && (
        <Failed onRetry={() => account.refetch()}>Your history could not be loaded.</Failed>
      )}
      {isReady && (
        <HistoryFooter owner={owner} isKept={isKept} hasAccount={hasAccount} hasAny={hasAny && !cleared} />
      )}
    </Card>
  );
}

interface HistoryPanelProps {
  onPick: (translation: KeptTranslation) => void;
}

function Empty({ isKept }: { isKept: boolean }) {
  const isPrivate = useStore(privateMode);
  if (isPrivate) return <p className="pb-2 text-muted">Nothing here, and nothing is kept at the moment.</p>;
  return (
    <p className="pb-2 text-muted">
      Nothing here yet. What you translate from now on is kept here{isKept && ', for you alone'}.
    </p>
  );
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

/** The account learns what it does not know: at the beginning, with the connection, and after each change. */
function useCatchingUp(
  owner: Owner | null | undefined,
  entries: readonly HistoryEntry[] | undefined,
  isKept: boolean,
): void {
  const isOnline = useOnline();
  // Which, and not how many: what is starred on its way up is told twice.
  const behind = (entries ?? [])
    .filter((entry) => isBehind(entry, isKept))
    .map(({ id, standing, isStarred }) => `${id} ${standing} ${isStarred}`)
    .join();
  useEffect(() => {
    if (!owner || behind === '' || !isOnline) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const attempt = ([pauseMs, ...rest]: readonly number[]): unknown =>
      catchUp(owner, isKept).catch(() => {
        if (!isGone && pauseMs !== undefined) timer = setTimeout(attempt, pauseMs, rest);
      });
    attempt(pausesMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [owner, behind, isOnline, isKept]);
}

/** Browsers believe in a connection a little before it works. After these attempts the next change or visit is awaited. */
const pausesMs = [2_000, 15_000, 60_000];

function History({ owner, entries, hasAccount, isStarred, onPick }: HistoryProps) {
  const [typed, setTyped] = useState('');
  const isOnline = useOnline();
  const query = typed.trim();
  const settled = useSettled(query);
  const isSearching = query !== '';
  const isWhole = !isSearching && !isStarred;
  const view: View = { query, isStarred };
  // What is here is found with each letter, what is in the account when nothing is typed for a moment.
  const asked = useInfiniteQuery({
    ...accountQuery({ query: isSearching ? settled : '', isStarred }),
    enabled: hasAccount && (!isSearching || settled === query),
  });
  const cleared = useSyncExternalStore(clearing.subscribe, clearing.get);
  const isAnswered = hasAccount && settled === query;
  const pages = isAnswered ? asked.data?.pages : undefined;
  useSyncExternalStore(removals.subscribe, removals.get);
  const all = union(entries, pages, view).filter(
    (each) => !isHidden(each) && !(cleared && each.id <= cleared.through),
  );
  const [room, setRoom] = useState(foldedCount);
  const most = isWhole ? room : Math.max(room, pageCount);
  const shown = all.slice(0, most);
  const isAway = hasAccount && !isOnline;
  const hasFailed = isAnswered && asked.isError && !asked.isFetchNextPageError;
  const isAwaited = isSearching && hasAccount && !isAway && !hasFailed && !pages;
  const hasNextPage = isAnswered && asked.hasNextPage;

  function showMore(): void {
    const wanted = most === foldedCount ? pageCount : most + pageCount;
    if (all.length < wanted && hasNextPage)
      asked.fetchNextPage().then(({ isError }) => !isError && setRoom(wanted));
    else setRoom(wanted);
  }

  return (
    <>
      <SearchField typed={typed} onType={setTyped} />
      <p role="status" className="text-sm text-muted">
        {!isWhole && !isAwaited && !hasFailed && saidOf(all.length, hasNextPage, isSearching)}
      </p>
      {hasFailed && (
        <Failed onRetry={() => asked.refetch()}>
          {isSearching ? 'The search did not work.' : 'Your history could not be loaded.'}
        </Failed>
      )}
      {isAway && (
        <p role="status" className="pb-1 text-sm text-muted">
          You are offline. This is what this browser has kept.
        </p>
      )}
      {cleared && <ClearedRow removed={cleared.removed} isGoing={cleared.stage === 'going'} owner={owner} />}
      <List owner={owner} translations={shown} query={query} isDimmed={isAwaited} onPick={onPick} />
      <More
        hasMore={all.length > most || hasNextPage}
        isLoading={asked.isFetchingNextPage}
        hasFailed={asked.isFetchNextPageError}
        onMore={showMore}
      />
    </>
  );
}

interface HistoryProps {
  owner: Owner | null;
  entries: readonly HistoryEntry[];
  hasAccount: boolean;
  isStarred: boolean;
  onPick: HistoryPanelProps['onPick'];
}

/** As many are shown at first: below the history there is more of the page. */
const foldedCount = 5;

/** As many come at once, as many as the account answers. */
const pageCount = 20;

function saidOf(count: number, hasMore: boolean, isSearching: boolean): string {
  if (count === 0 && !hasMore) {
    return isSearching ? 'No translation has these words.' : 'No translation has a star yet.';
  }
  if (!isSearching) return '';
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
        dir="auto"
        value={typed}
        maxLength={limits.searchCharacters}
        placeholder="Search your history"
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        className="min-h-12 w-full rounded-control border border-edge bg-surface px-4 pr-12 placeholder:text-muted focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:appearance-none"
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

function List({ owner, translations, query, isDimmed, onPick }: ListProps) {
  const { data: health } = useQuery(healthQuery);
  const stages = useSyncExternalStore(removals.subscribe, removals.get);
  const nowMs = useNow();
  return (
    <ul aria-label="Translations" aria-busy={isDimmed}>
      {translations.map((translation) => {
        const stage = stages.get(translation.id);
        if (stage === 'leaving') return null;
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

interface ListProps {
  owner: Owner | null;
  translations: readonly KeptTranslation[];
  query: string;
  isDimmed: boolean;
  onPick: HistoryPanelProps['onPick'];
}

/** In the place of a history that was cleared. */
function ClearedRow({ removed, isGoing, owner }: { removed: number; isGoing: boolean; owner: Owner | null }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 py-3 text-muted">
      <p role="status">
        {isGoing && removed > 0 ? `Removing… ${removed} are gone from your account.` : 'History cleared'}
      </p>
      {!isGoing && (
        <button
          type="button"
          onClick={(event) => {
            event.currentTarget.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
            if (owner) clearing.undo(owner);
          }}
          className="min-h-11 px-1 font-semibold text-accent underline underline-offset-4"
        >
          Undo
        </button>
      )}
    </div>
  );
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

/** @param isLong it comes from the account: this browser's own is here in a moment, of which nobody need be told */
function Loading({ isLong }: { isLong: boolean }) {
  return (
    <div>
      {isLong && (
        <p role="status" className="sr-only">
          Loading your history…
        </p>
      )}
      <div className="grid gap-3 pt-1.5 pb-2" aria-hidden="true">
        <div className="shimmer h-7 w-11/12 animate-shimmer rounded-lg" />
        <div className="shimmer h-7 w-3/5 animate-shimmer rounded-lg" />
      </div>
    </div>
  );
}
