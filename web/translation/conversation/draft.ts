import type { Destination } from '../../browser/leaving.ts';
import { remember } from '../../browser/remembered.ts';
import type { Conversation, Draft } from './conversation.ts';

interface KeptDraft extends Draft {
  /** It was to be translated when the allowance was used up. */
  readonly isWanted: boolean;
}

const remembered = remember('parley.draft', (stored) => stored as KeptDraft | undefined, 'sessionStorage');

/** Keeps the text for the page after a login or reload. */
export function keepDraft(conversation: Conversation, destination: Destination): void {
  const { text, textLanguage, source, target, isDetecting, allowance } = conversation;
  const isWanted = destination === 'login' && allowance.isUsedUp;
  const draft = { text, textLanguage, source, target, isDetecting, isWanted };
  remembered.write(text.trim() === '' ? undefined : draft);
}

/** Returns the kept draft once. */
export function takeDraft(): KeptDraft | undefined {
  const draft = remembered.read();
  remembered.write(undefined);
  return draft;
}
