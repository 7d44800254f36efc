import { isLanguageCode } from '../../../shared/languages.ts';
import { isSignedIn } from '../../auth/signed-in.ts';
import { userQuery } from '../../auth/user.ts';
import { remember } from '../../browser/remembered.ts';
import { queryClient } from '../../queries.ts';
import { privateMode } from '../private-mode.ts';
import { type Dialogue, languageOf, type SavedDialogue, type Turn } from './dialogue.ts';

interface StoredDialogue extends SavedDialogue {
  /** The user's id; null for a guest. */
  readonly owner: string | null;
}

const remembered = remember('parley.dialogue', parseStored, 'sessionStorage');

/** Ids of turns from private mode, which are never saved. */
const privateTurns = new Set<number>();

/** Saves the dialogue for this tab, because phones unload background pages. Omits sound and cleared turns. */
export function saveDialogue(dialogue: Dialogue): void {
  if (dialogue.turns.length === 0 && dialogue.cleared.length === 0) privateTurns.clear();
  if (privateMode.get()) {
    for (const { id } of dialogue.turns) privateTurns.add(id);
    remembered.write(undefined);
    return;
  }
  const owner = findOwner();
  if (owner === undefined) return;
  const turns = dialogue.turns.filter(({ id, text }) => text !== '' && !privateTurns.has(id));
  const languages = { near: languageOf(dialogue, 'near'), far: languageOf(dialogue, 'far') };
  const { drafts } = dialogue;
  const isEmpty = turns.length === 0 && drafts.near === '' && drafts.far === '';
  remembered.write(isEmpty ? undefined : { owner, languages, drafts, turns });
}

/** A guest keeps the dialogue after logging in. @param user id of the signed-in account; null for a guest */
export function loadDialogue(user: string | null): SavedDialogue | undefined {
  const stored = remembered.read();
  if (!stored || stored.owner === null || stored.owner === user) return stored;
  remembered.write(undefined);
  return undefined;
}

/** Undefined until the signed-in user has loaded. */
function findOwner(): string | null | undefined {
  return isSignedIn() ? queryClient.getQueryData(userQuery.queryKey)?.id : null;
}

/** An earlier version of the app may have stored something else. */
function parseStored(value: unknown): StoredDialogue | undefined {
  try {
    const stored = value as StoredDialogue;
    const { languages, drafts } = stored;
    if (![languages.near, languages.far].every(isLanguageCode)) return undefined;
    if (typeof drafts.near !== 'string' || typeof drafts.far !== 'string') return undefined;
    return { ...stored, turns: stored.turns.filter(isTurn) };
  } catch {
    return undefined;
  }
}

function isTurn({ id, side, text, language, translation, translationLanguage }: Turn): boolean {
  return (
    Number.isInteger(id) &&
    (side === 'near' || side === 'far') &&
    typeof text === 'string' &&
    isLanguageCode(language) &&
    isLanguageCode(translationLanguage) &&
    (translation === undefined || typeof translation === 'string')
  );
}
