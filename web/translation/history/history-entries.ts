import type { Received } from '../../api.ts';

/** One translation that was kept. */
export type KeptTranslation = Received<'translation.list'>['translations'][number];

/** One translation as this browser keeps it. */
export interface HistoryEntry extends KeptTranslation {
  readonly owner: Owner;
  readonly standing: Standing;
  /** When it was taken out, in milliseconds since 1970: it is hidden, and goes for good when the account knows. */
  readonly removedAtMs?: number;
}

/** Whose it is: a user's id, or that of nobody who is signed in. */
export type Owner = string;

export const guest: Owner = 'guest';

/**
 * How it stands with the account: it is only `here`, the `same` there, or there with the other star (`restarred`).
 * An entry goes up once. After that the account decides whether it still is: what was removed elsewhere goes here, too,
 * and is never brought back.
 */
type Standing = 'here' | 'same' | 'restarred';

/** What is to be written. */
export interface Change {
  readonly put?: readonly HistoryEntry[];
  readonly remove?: readonly HistoryEntry[];
}

/** So many are kept of each owner, beside those that are starred. */
export const mostUnstarred = 1_000;

/** What of it has one owner. */
export function entriesOf(all: readonly HistoryEntry[], owner: Owner): HistoryEntry[] {
  return all.filter((entry) => entry.owner === owner);
}

/** Another translation. The same once more keeps its star; the oldest without one goes where there are too many. */
export function keeping(all: readonly HistoryEntry[], entry: HistoryEntry): Change {
  const earlier = find(all, entry);
  const kept = earlier
    ? { ...entry, isStarred: earlier.isStarred, standing: standingOf(earlier, entry) }
    : entry;
  return { put: [kept], remove: surplus([...all.filter((each) => each !== earlier), kept], entry.owner) };
}

function standingOf(earlier: HistoryEntry, { standing, isStarred }: HistoryEntry): Standing {
  if (earlier.standing !== 'here' || standing === 'here') return earlier.standing;
  return earlier.isStarred === isStarred ? 'same' : 'restarred';
}

/**
 * Somebody is here. What a guest has kept becomes theirs once they are signed in; of everybody else's, what their account
 * has as well goes, and what is only here stays hidden until they come back.
 */
export function entering(all: readonly HistoryEntry[], owner: Owner): Change {
  const adopted = owner === guest ? [] : entriesOf(all, guest);
  const own = new Set(entriesOf(all, owner).map(({ id }) => id));
  const left = all.filter(
    ({ owner: of, standing, removedAtMs }) =>
      of !== owner && of !== guest && standing === 'same' && removedAtMs === undefined,
  );
  return {
    put: adopted.filter(({ id }) => !own.has(id)).map((entry) => ({ ...entry, owner })),
    remove: [...adopted, ...left],
  };
}

/**
 * The star of one, which may be only in the account so far.
 *
 * @param hasAccount whether whatever is not here is there
 */
export function starring(
  all: readonly HistoryEntry[],
  owner: Owner,
  translation: KeptTranslation,
  isStarred: boolean,
): Change {
  const entry = find(all, { owner, id: translation.id }) ?? { ...translation, owner, standing: 'same' };
  if (entry.isStarred === isStarred) return {};
  const standing = { here: 'here', same: 'restarred', restarred: 'same' } as const;
  return { put: [{ ...entry, isStarred, standing: standing[entry.standing] }] };
}

/** Takes out, or takes back where there is no time. */
export function removing(
  all: readonly HistoryEntry[],
  owner: Owner,
  translations: readonly KeptTranslation[],
  removedAtMs: number | undefined,
): Change {
  return {
    put: translations.map((translation) => {
      const known = find(all, { owner, id: translation.id });
      const { removedAtMs: _, ...entry } = known ?? { ...translation, owner, standing: 'same' as const };
      return removedAtMs === undefined ? entry : { ...entry, removedAtMs };
    }),
  };
}

/** A part of the account's history, as it was asked for. */
export interface ReadPage {
  readonly translations: readonly KeptTranslation[];
  /** The ids that it covers begin after this one, at the newest where there is none. */
  readonly after: string | undefined;
  /** They end with this one, at the oldest where there is none. */
  readonly through: string | null;
  /** What was the same in the account, before it was asked, and would be in the page. */
  readonly expected: readonly HistoryEntry[];
}

/** What the account has comes here as well, and what it has no longer goes. What is on its way there stays as it is. */
export function reading(
  all: readonly HistoryEntry[],
  owner: Owner,
  { translations, after, through, expected }: ReadPage,
): Change {
  const there = new Set(translations.map(({ id }) => id));
  const put = translations.flatMap((translation): HistoryEntry[] => {
    const known = find(all, { owner, id: translation.id });
    if (!known) return [{ ...translation, owner, standing: 'same' }];
    if (known.standing === 'here') {
      return [{ ...known, standing: standingOf(known, { ...known, ...translation, standing: 'same' }) }];
    }
    const isAsKnown = known.standing === 'restarred' || known.isStarred === translation.isStarred;
    return isAsKnown ? [] : [{ ...known, isStarred: translation.isStarred }];
  });
  const gone = expected.flatMap((entry) => {
    const isCovered = (!after || entry.id < after) && (through === null || entry.id >= through);
    const known = find(all, entry);
    return isCovered && !there.has(entry.id) && known && known.standing === entry.standing ? [known] : [];
  });
  const unchanged = all.filter((entry) => !put.some(({ id }) => id === entry.id && entry.owner === owner));
  const over = new Set(surplus([...unchanged, ...put], owner));
  return { put: put.filter((entry) => !over.has(entry)), remove: [...gone, ...over] };
}

/** The oldest without a star, as many as there are too many. */
export function surplus(all: readonly HistoryEntry[], owner: Owner, most = mostUnstarred): HistoryEntry[] {
  return entriesOf(all, owner)
    .filter(({ isStarred, removedAtMs }) => !isStarred && removedAtMs === undefined)
    .sort(newestFirst)
    .slice(most);
}

export function newestFirst(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? 1 : -1;
}

/** Whether what was read is one of ours: storage may hold anything. */
export function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Record<string, unknown>;
  return (
    texts.every((name) => typeof entry[name] === 'string') &&
    !Number.isNaN(Date.parse(entry.createdAt as string)) &&
    typeof entry.isStarred === 'boolean' &&
    ['here', 'same', 'restarred'].includes(entry.standing as string)
  );
}

const texts = ['owner', 'id', 'text', 'translatedText', 'sourceLanguage', 'targetLanguage', 'createdAt'];

function find(all: readonly HistoryEntry[], { owner, id }: { owner: Owner; id: string }) {
  return all.find((entry) => entry.owner === owner && entry.id === id);
}
