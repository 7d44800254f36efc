import { type InfiniteData, infiniteQueryOptions, notifyManager } from '@tanstack/react-query';
import { limits } from '../../../shared/limits.ts';
import { fitsHistory } from '../../../shared/searched.ts';
import { ApiError, ConnectionError, call } from '../../api.ts';
import { rememberedUserId } from '../../auth/remembered-user.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import {
  entriesOf,
  guest,
  type HistoryEntry,
  type KeptTranslation,
  type Owner,
  reading,
} from './history-entries.ts';
import { createRemovals } from './history-removals.ts';
import { type AccountPage, matches, type View } from './history-view.ts';
import {
  changeHistory,
  entriesQuery,
  markRemoved,
  ownerQuery,
  sayNotSaved,
  unmarkRemoved,
} from './kept-history.ts';

export const accountKey = ['/api/translations'];

/** Everything. */
export const whole: View = { query: '', isStarred: false };

/**
 * The history in the account, newest first, page by page. What is read is kept in this browser as well, and what was
 * removed elsewhere goes here, too.
 */
export function accountQuery(view: View) {
  const isWhole = view.query === '' && !view.isStarred;
  return infiniteQueryOptions({
    queryKey: isWhole ? accountKey : [...accountKey, view.query, view.isStarred],
    queryFn: ({ pageParam, signal }) => readPage(view, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.cursor ?? undefined,
    gcTime: isWhole ? fiveMinutes : 0,
  });
}

const fiveMinutes = 300_000;

/** A page may be empty and yet not the last: goes on until something is found or everything was read. */
async function readPage(view: View, after: string | undefined, signal: AbortSignal): Promise<AccountPage> {
  const owner = await queryClient.fetchQuery(ownerQuery);
  const before = owner ? await queryClient.ensureQueryData(entriesQuery(owner)) : [];
  const expected = before.filter((entry) => entry.standing !== 'here' && matches(entry, view));
  const page = await askForPage(view, after, signal);
  // Whoever has signed in meanwhile, in another tab, has another history.
  if (owner && !isStillHere(owner)) {
    void queryClient.resetQueries();
    throw new Error('Somebody else is signed in.');
  }
  const read = { translations: page.translations, after, through: page.cursor, expected };
  if (owner) await changeHistory((all) => reading(all, owner, read));
  return page;
}

export async function askForPage(
  { query, isStarred }: View,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<AccountPage> {
  const page =
    query === ''
      ? await call('translation.list', { cursor, ...(isStarred && { starred: 'true' }) }, { signal })
      : await call('translation.search', { query, cursor, ...(isStarred && { isStarred }) }, { signal });
  if (page.translations.length > 0 || page.cursor === null) return page;
  return askForPage({ query, isStarred }, page.cursor, signal);
}

/** Taking out of the history: what is over is out of the account and of every list that was read. */
export const removals = createRemovals({
  async remove(id) {
    const entry = going.get(id);
    going.delete(id);
    if (entry?.standing === 'here') await caughtUp();
    const now = entry?.standing === 'here' ? await find(entry) : entry;
    if (!now) return;
    try {
      await finishRemoval(now);
    } catch (error) {
      await bringBack(now.owner, [now]).catch(() => {});
      throw error;
    }
  },
  onFailure() {
    toasts.show({
      tone: 'destructive',
      stay: 'long',
      title: 'Not Removed',
      description: 'The translation is still in your history. Please try again.',
    });
  },
});

/** What is being removed: whoever leaves cannot wait for it to be looked up. */
const going = new Map<string, HistoryEntry>();

/** It is hidden at once, also from who leaves; it goes for good when the time to undo is over. */
export async function remove(owner: Owner, translation: KeptTranslation): Promise<void> {
  undone.delete(translation.id);
  going.set(translation.id, { standing: 'same', ...translation, owner });
  removals.remove(translation.id);
  try {
    await markRemoved(owner, [translation]);
  } catch {
    removals.undo(translation.id);
    sayNotSaved();
  }
}

export async function undoRemoval(owner: Owner, translation: KeptTranslation): Promise<void> {
  const back = bringBack(owner, [translation]);
  removals.undo(translation.id);
  await back.catch(sayNotSaved);
}

/**
 * Shows again at once what was removed: the focus is on its row. What cannot be written down stays on this page, and is
 * tried again by `catchUp`.
 */
export async function bringBack(owner: Owner, translations: readonly KeptTranslation[]): Promise<void> {
  for (const { id } of translations) undone.add(id);
  await unmarkRemoved(owner, translations);
  for (const { id } of translations) undone.delete(id);
}

/** What is there again, before it is written down. */
const undone = new Set<string>();

/** Whether it is taken out for good, as far as this page is concerned. */
export function isHidden(translation: KeptTranslation): boolean {
  const { id } = translation;
  return 'removedAtMs' in translation && !removals.get().has(id) && !undone.has(id);
}

/** Without a connection it stays hidden, and the account is told later. */
async function finishRemoval(entry: HistoryEntry): Promise<void> {
  const { id, owner } = entry;
  if (entry.standing !== 'here') {
    try {
      await removeFromAccount(id);
    } catch (error) {
      if (error instanceof ConnectionError) return;
      await unmarkRemoved(owner, [entry]);
      throw error;
    }
    queryClient.setQueriesData(
      { queryKey: accountKey },
      (data: InfiniteData<AccountPage> | undefined) => data && withoutTranslation(data, id),
    );
  }
  await changeHistory(() => ({ remove: [entry] }));
  // Components hear of it a moment later; until then it would be there again.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
}

export async function removeFromAccount(id: string): Promise<void> {
  await call('translation.remove', { id }, { keepalive: true }).catch((error: unknown) => {
    // Removed already, on another page.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
}

async function find({ owner, id }: HistoryEntry): Promise<HistoryEntry | undefined> {
  const entries = await queryClient.fetchQuery({ ...entriesQuery(owner), staleTime: 0 });
  return entries.find((entry) => entry.id === id);
}

/** Whether there is anything that the account does not know. @param canKeep whether it takes in what is only here */
export function isBehind(entry: HistoryEntry, canKeep: boolean): boolean {
  if (entry.removedAtMs !== undefined || entry.standing === 'restarred') return true;
  const { length } = entry.translatedText;
  const isKeepable = length > 0 && length <= limits.keptCharacters && fitsHistory(entry);
  return canKeep && entry.standing === 'here' && isKeepable;
}

/**
 * Tells the account what it does not know: removals whose time to undo is over, stars, and with Premium what was kept
 * only here. What fails is tried again the next time; each step may be done twice.
 */
export function catchUp(owner: Owner, canKeep: boolean): Promise<void> {
  const turn: Promise<void> = caughtUp()
    .then(() => tell(owner, canKeep))
    .finally(() => {
      if (catching === turn) catching = undefined;
    });
  catching = turn;
  return turn;
}

/** What is on its way up has to arrive before it can be removed there. */
export async function caughtUp(): Promise<void> {
  await catching?.catch(() => {});
}

let catching: Promise<void> | undefined;

async function tell(owner: Owner, canKeep: boolean): Promise<void> {
  if (!isStillHere(owner)) return queryClient.resetQueries();
  const all = await queryClient.fetchQuery({ ...entriesQuery(owner), staleTime: 0 });
  const entries = all.filter((entry) => isBehind(entry, canKeep));
  for (const entry of entries) {
    const { removedAtMs, standing } = entry;
    if (undone.has(entry.id)) await bringBack(owner, [entry]);
    else if (removedAtMs !== undefined) {
      if (removedAtMs < Date.now() - undoneByNowMs) await finishRemoval(entry);
    } else if (standing === 'restarred') await tellStar(entry);
  }
  const news = entries.filter(
    ({ removedAtMs, standing }) => removedAtMs === undefined && standing === 'here',
  );
  for (let from = 0; from < news.length; from += limits.keptAtOnce) {
    await bringUp(owner, news.slice(from, from + limits.keptAtOnce));
  }
  if (news.length > 0) await queryClient.invalidateQueries({ queryKey: accountKey });
}

/** The session's cookie names nobody: another tab may have let somebody else in, who is told nothing of this one's. */
function isStillHere(owner: Owner): boolean {
  return owner === guest || (rememberedUserId() ?? owner) === owner;
}

/** Also what was taken out in another tab can be undone no longer. */
const undoneByNowMs = 10_000;

async function tellStar(entry: HistoryEntry): Promise<void> {
  const { id, owner, isStarred } = entry;
  try {
    await call('translation.star', { id, isStarred });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    // Removed elsewhere.
    return changeHistory(() => ({ remove: [entry] }));
  }
  await changeHistory((now) => ({
    put: entriesOf(now, owner)
      .filter((each) => each.id === id && each.isStarred === isStarred)
      .map((each) => ({ ...each, standing: 'same' })),
  }));
}

async function bringUp(owner: Owner, news: readonly HistoryEntry[]): Promise<void> {
  await call('translation.keep', {
    userId: owner,
    entries: news.map(({ owner: _o, standing: _s, removedAtMs: _r, ...entry }) => entry),
  });
  const told = new Map(news.map((entry) => [entry.id, entry]));
  await changeHistory((now) => ({
    put: entriesOf(now, owner).flatMap((entry): HistoryEntry[] => {
      const sent = told.get(entry.id);
      if (!sent || entry.standing !== 'here') return [];
      return [{ ...entry, standing: entry.isStarred === sent.isStarred ? 'same' : 'restarred' }];
    }),
  }));
}

/** Everything that the view shows, from all pages. @param onProgress is told how many there are so far */
export async function readAll(
  view: View,
  hasAccount: boolean,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<AccountPage[] | undefined> {
  if (!hasAccount) return undefined;
  const pages: AccountPage[] = [];
  let after: string | undefined;
  do {
    const page = await readPage(view, after, signal);
    pages.push(page);
    onProgress(pages.reduce((sum, { translations }) => sum + translations.length, 0));
    after = page.cursor ?? undefined;
  } while (after !== undefined);
  return pages;
}

/** `just now`, `5 minutes ago`, `yesterday`; from a week on the date, in the reader's own time zone. */
export function formatAgo(createdAt: string, nowMs: number): string {
  const created = new Date(createdAt);
  const seconds = Math.max(0, (nowMs - created.getTime()) / 1_000);
  if (seconds < 45) return 'just now';
  if (seconds < hour) return ago.format(-Math.max(1, Math.round(seconds / minute)), 'minute');
  if (seconds < day) return ago.format(-Math.round(seconds / hour), 'hour');
  if (seconds < 7 * day) return ago.format(-Math.round(seconds / day), 'day');
  const isThisYear = created.getFullYear() === new Date(nowMs).getFullYear();
  return created.toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function withoutTranslation(data: InfiniteData<AccountPage>, id: string): InfiniteData<AccountPage> {
  const pages = data.pages.map((page) => ({
    ...page,
    translations: page.translations.filter((translation) => translation.id !== id),
  }));
  return { ...data, pages };
}
