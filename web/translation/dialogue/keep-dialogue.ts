import { isLanguageCode } from '../../../shared/languages.ts';
import { isSignedIn } from '../../auth/signed-in.ts';
import { userQuery } from '../../auth/user.ts';
import { queryClient } from '../../queries.ts';
import { privateMode } from '../keep/private-mode.ts';
import { type Dialogue, type KeptDialogue, languageOf, type Turn } from './dialogue.ts';

/**
 * Keeps what two people have said in this tab's session: phones throw pages away that are out of view, and the page
 * may be left for the login or loaded anew. Sound that is not understood yet is not kept, nor what was cleared, nor anything
 * in private mode.
 */
export function keepDialogue(dialogue: Dialogue): void {
  if (dialogue.turns.length === 0) unkept.clear();
  if (privateMode.get()) {
    for (const { id } of dialogue.turns) unkept.add(id);
    forget();
    return;
  }
  const owner = ownerNow();
  if (owner === undefined) return;
  const turns = dialogue.turns.filter(({ id, text }) => text !== '' && !unkept.has(id));
  const languages = { near: languageOf(dialogue, 'near'), far: languageOf(dialogue, 'far') };
  const { drafts } = dialogue;
  const kept: Stored = { owner, languages, drafts, turns };
  const isEmpty = turns.length === 0 && drafts.near === '' && drafts.far === '';
  if (isEmpty) {
    forget();
    return;
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is forbidden or full: it is there as long as the page is.
  }
}

/**
 * What was kept, for whoever said it. What a guest said is theirs after the login, too; what was said in an account is
 * nobody else's.
 *
 * @param user the account that is signed in; null for a guest
 */
export function takeDialogue(user: string | null): KeptDialogue | undefined {
  const stored = readStored();
  if (!stored) return undefined;
  if (stored.owner === null || stored.owner === user) return stored;
  sessionStorage.removeItem(key);
  return undefined;
}

/** Turns that were there in private mode: they are not kept after it either. */
const unkept = new Set<number>();

function forget(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // What may not be used holds nothing.
  }
}

interface Stored extends KeptDialogue {
  /** The account in which it was said; null for a guest's. */
  readonly owner: string | null;
}

const key = 'parley.dialogue';

/** Undefined where somebody is signed in and it is not known who. */
function ownerNow(): string | null | undefined {
  return isSignedIn() ? queryClient.getQueryData(userQuery.queryKey)?.id : null;
}

function readStored(): Stored | undefined {
  try {
    const stored: Stored = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    const { languages, drafts } = stored;
    if (![languages.near, languages.far].every(isLanguageCode)) return undefined;
    if (typeof drafts.near !== 'string' || typeof drafts.far !== 'string') return undefined;
    // An earlier version of the app may have kept something else.
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
