import type { Destination } from '../../browser/leaving.ts';
import { remember } from '../../browser/remembered.ts';
import type { Conversation, Draft } from './conversation.ts';

interface SavedDraft extends Draft {
  /** The limit caused the login, so the text is translated after it. */
  readonly isWanted: boolean;
}

const remembered = remember('parley.draft', (stored) => stored as SavedDraft | undefined, 'sessionStorage');

export function saveDraft(conversation: Conversation, destination: Destination): void {
  const { text, textLanguage, source, target, isDetecting, allowance } = conversation;
  const isWanted = destination === 'login' && allowance.isUsedUp;
  const draft = { text, textLanguage, source, target, isDetecting, isWanted };
  remembered.write(text.trim() === '' ? undefined : draft);
}

export function takeDraft(): SavedDraft | undefined {
  const draft = remembered.read();
  remembered.write(undefined);
  return draft;
}
