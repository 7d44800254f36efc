import { isLanguageCode } from '../../../shared/languages.ts';
import { isSignedIn } from '../../auth/signed-in.ts';
import { userQuery } from '../../auth/user.ts';
import { remember } from '../../browser/remembered.ts';
import { queryClient } from '../../queries.ts';
import { privateMode } from '../private-mode.ts';
import { type Conversation, languageOf, type SavedConversation, type Turn } from './conversation.ts';

interface StoredConversation extends SavedConversation {
  /** The user's id; null for a guest. */
  readonly owner: string | null;
}

const remembered = remember('parley.conversation', parseStored, 'sessionStorage');

/** Ids of turns from private mode, which are never saved. */
const privateTurns = new Set<number>();

/** Saves the conversation for this tab, because phones unload background pages. Omits sound and cleared turns. */
export function saveConversation(conversation: Conversation): void {
  if (conversation.turns.length === 0 && conversation.cleared.length === 0) privateTurns.clear();
  if (privateMode.get()) {
    for (const { id } of conversation.turns) privateTurns.add(id);
    remembered.write(undefined);
    return;
  }
  const owner = findOwner();
  if (owner === undefined) return;
  const turns = conversation.turns.filter(({ id, text }) => text !== '' && !privateTurns.has(id));
  const languages = { near: languageOf(conversation, 'near'), far: languageOf(conversation, 'far') };
  const { drafts } = conversation;
  const isEmpty = turns.length === 0 && drafts.near === '' && drafts.far === '';
  remembered.write(isEmpty ? undefined : { owner, languages, drafts, turns });
}

/** A guest keeps the conversation after logging in. @param user id of the signed-in account; null for a guest */
export function loadConversation(user: string | null): SavedConversation | undefined {
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
function parseStored(value: unknown): StoredConversation | undefined {
  try {
    const stored = value as StoredConversation;
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
