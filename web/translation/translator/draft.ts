import type { LeaveReason } from '../../browser/leaving.ts';
import { remember } from '../../browser/remembered.ts';
import type { Draft, TranslatorState } from './translator.ts';

interface SavedDraft extends Draft {
  /** The visitor logged in because of the limit, so the text is translated afterwards. */
  readonly shouldTranslate: boolean;
}

const remembered = remember('parley.draft', (stored) => stored as SavedDraft | undefined, 'sessionStorage');

export function saveDraft(translator: TranslatorState, reason: LeaveReason): void {
  const { text, textLanguage, source, target, isDetecting, allowance } = translator;
  const shouldTranslate = reason === 'login' && allowance.isUsedUp;
  const draft = { text, textLanguage, source, target, isDetecting, shouldTranslate };
  remembered.write(text.trim() === '' ? undefined : draft);
}

export function takeDraft(): SavedDraft | undefined {
  const draft = remembered.read();
  remembered.write(undefined);
  return draft;
}
