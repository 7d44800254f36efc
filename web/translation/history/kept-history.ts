import { queryOptions } from '@tanstack/react-query';
import { findLanguage } from '../../../shared/languages.ts';
import { forgetUserId, rememberedUserId, rememberUserId } from '../../auth/remembered-user.ts';
import { isSignedIn } from '../../auth/signed-in.ts';
import { userQuery } from '../../auth/user.ts';
import { toasts } from '../../components/toasts/toasts.ts';
import { queryClient } from '../../queries.ts';
import {
  type Change,
  entering,
  entriesOf,
  guest,
  type HistoryEntry,
  type KeptTranslation,
  keeping,
  type Owner,
  removing,
  starring,
  surplus,
} from './history-entries.ts';
import { type HistoryTable, openHistoryTable } from './history-table.ts';

/**
 * The history that this browser keeps, of whoever is here: nobody's but theirs is shown. Null while it is not known who
 * that is, which is so without a connection at the first visit after the login.
 */
export const ownerQuery = queryOptions({
  queryKey: ['history-owner'],
  queryFn: async (): Promise<Owner | null> => {
    const owner = await whoIsHere();
    if (owner) await changeHistory((all) => entering(all, owner));
    return owner;
  },
  networkMode: 'always',
});

/** Everything of one owner, as it is written down. */
export function entriesQuery(owner: Owner | null | undefined) {
  return queryOptions({
    queryKey: [...entriesKey, owner],
    queryFn: async () => (owner ? entriesOf(await withTable((table) => table.read()), owner) : []),
    enabled: owner !== undefined,
    networkMode: 'always',
  });
}

const entriesKey = ['history-entries'];

/** Whether the history outlasts the page. */
export const lastingQuery = queryOptions({
  queryKey: ['history-lasting'],
  queryFn: () => withTable(async ({ isLasting }) => isLasting),
  networkMode: 'always',
});

/**
 * Keeps a translation that has just arrived.
 *
 * @param requestId the id of its request, a ULID
 * @param keptAs its id in the account's history, where it is kept there
 */
export async function keepTranslation(
  made: Pick<KeptTranslation, 'text' | 'translatedText' | 'sourceLanguage' | 'targetLanguage'>,
  requestId: string,
  keptAs: string | undefined,
): Promise<void> {
  const { sourceLanguage: source, targetLanguage: target } = made;
  // Languages that are written alike: nothing was translated.
  if (findLanguage(source)?.translate === findLanguage(target)?.translate) return;
  const owner = await queryClient.fetchQuery(ownerQuery);
  if (!owner) return;
  const entry: HistoryEntry = {
    ...made,
    id: keptAs ?? requestId,
    createdAt: new Date().toISOString(),
    isStarred: false,
    owner,
    standing: keptAs === undefined ? 'here' : 'same',
  };
  await changeHistory((all) => keeping(all, entry));
}

export function starTranslation(
  owner: Owner,
  translation: KeptTranslation,
  isStarred: boolean,
): Promise<void> {
  return changeHistory((all) => starring(all, owner, translation, isStarred)).catch(sayNotSaved);
}

/** The browser's database failed, and not because the device is full: nothing was changed. */
export function sayNotSaved(): void {
  toasts.show({
    tone: 'destructive',
    stay: 'long',
    title: 'Not Saved',
    description: 'Your browser could not save this change. Please try again.',
  });
}

/** Hides them; they go for good when the time to undo is over. */
export function markRemoved(owner: Owner, translations: readonly KeptTranslation[]): Promise<void> {
  return changeHistory((all) => removing(all, owner, translations, Date.now()));
}

export function unmarkRemoved(owner: Owner, translations: readonly KeptTranslation[]): Promise<void> {
  return changeHistory((all) => removing(all, owner, translations, undefined));
}

/** Writes what the change makes of all that is kept here. */
export async function changeHistory(change: (all: HistoryEntry[]) => Change): Promise<void> {
  const isChanged = await withTable((table) =>
    table.change(change).catch(async (error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
      // The device is full: a hundred of the oldest make room.
      await table.change((all) => ({ remove: oldest(all, 100) }));
      return table.change(change);
    }),
  );
  if (isChanged) await readHistoryAnew();
}

/** Another tab may have changed it. */
export function readHistoryAnew(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: entriesKey });
}

/** Nothing of anybody's is left in this browser. */
export async function forgetHistory(): Promise<void> {
  forgetUserId();
  await withTable((table) => table.clear());
}

function oldest(all: readonly HistoryEntry[], count: number): HistoryEntry[] {
  const owners = new Set(all.map(({ owner }) => owner));
  const unstarred = [...owners].flatMap((owner) => surplus(all, owner, 0));
  return unstarred.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1)).slice(0, count);
}

async function whoIsHere(): Promise<Owner | null> {
  if (!isSignedIn()) {
    forgetUserId();
    return guest;
  }
  try {
    const known = queryClient.getQueryData(userQuery.queryKey);
    // Without a connection the question would wait for one.
    const user = known ?? (navigator.onLine ? await queryClient.fetchQuery(userQuery) : undefined);
    if (user) rememberUserId(user.id);
    if (user === null) {
      forgetUserId();
      return guest;
    }
    return user?.id ?? rememberedUserId();
  } catch {
    return rememberedUserId();
  }
}

/** Connections end with the browser’s mood: then another is opened. What cannot be kept is kept by the page alone. */
async function withTable<Result>(work: (table: HistoryTable) => Promise<Result>): Promise<Result> {
  opened ??= openHistoryTable();
  try {
    return await work(await opened);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    opened = openHistoryTable();
    return work(await opened);
  }
}

let opened: Promise<HistoryTable> | undefined;
