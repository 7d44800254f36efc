import type { Destination } from '../../browser/leaving.ts';
import type { Conversation, Draft } from './conversation.ts';

/** Keeps what stands in the text area in this tab's session, while its visitor is away at the login or loads anew. */
export function keepDraft(conversation: Conversation, destination: Destination): void {
  const { text, textLanguage, source, target, isDetecting, allowance } = conversation;
  const isWanted = destination === 'login' && allowance.isUsedUp;
  const kept: KeptDraft = { text, textLanguage, source, target, isDetecting, isWanted };
  try {
    if (text.trim() === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is forbidden: there is no place to keep it.
  }
}

/** What was kept, once. */
export function takeDraft(): KeptDraft | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return kept ? JSON.parse(kept) : undefined;
  } catch {
    return undefined;
  }
}

interface KeptDraft extends Draft {
  /** It was to be translated when the allowance was used up. */
  readonly isWanted: boolean;
}

const key = 'parley.draft';
