import { useEffect, useEffectEvent } from 'react';
import { type ToastToShow, toasts } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/translator.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';

export function useUndoToast(conversation: Conversation, send: (event: ConversationEvent) => void): void {
  const { discarded } = conversation;
  const show = useEffectEvent(() => {
    const toast = buildUndoToast(conversation);
    if (!toast) return undefined;
    const onPress = () => {
      undo(conversation, send);
      // The focused button disappears; focusing the text area would open a phone's keyboard.
      const card = toast === texts.cleared.translation ? 'card-translation' : 'card-speech-input';
      document.getElementById(card)?.focus({ preventScroll: true });
    };
    return toasts.show({ ...toast, duration: 'long', action: { label: texts.undo, onPress } });
  });
  useEffect(() => {
    const id = discarded && show();
    return () => {
      if (id !== undefined && toasts.get().some((each) => each.id === id)) toasts.dismiss(id);
    };
  }, [discarded]);
}

export function undo({ discarded }: Conversation, send: (event: ConversationEvent) => void): void {
  if (!discarded) return;
  send({ type: 'undone' });
  toasts.show(texts.undone);
}

export function buildUndoToast({ discarded: lost, ...now }: Conversation): ToastToShow | undefined {
  if (!lost) return undefined;
  if (lost.text === now.text && lost.source === now.source) return texts.cleared.translation;
  if (now.text === '') return lost.source === now.source ? texts.cleared.text : texts.cleared.both;
  // A phrase or spoken words are easy to repeat.
  return lost.text === lost.pickedPhrase || lost.text === lost.transcript ? undefined : texts.cleared.typed;
}
