import type { Destination } from '../../browser/leaving.ts';
import { remember } from '../../browser/remembered.ts';
import type { Conversation, Draft } from './conversation.ts';

interface KeptDraft extends Draft {
  readonly isWanted: boolean;
}

const remembered = remember('parley.draft', (stored) => stored as KeptDraft | undefined, 'sessionStorage');

export function keepDraft(conversation: Conversation, destination: Destination): void {
  const { text, textLanguage, source, target, isDetecting, allowance } = conversation;
  const isWanted = destination === 'login' && allowance.isUsedUp;
  const draft = { text, textLanguage, source, target, isDetecting, isWanted };
  remembered.write(text.trim() === '' ? undefined : draft);
}

export function takeDraft(): KeptDraft | undefined {
  const draft = remembered.read();
  remembered.write(undefined);
  return draft;
}
