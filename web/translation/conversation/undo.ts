import { useEffect, useEffectEvent } from 'react';
import { type ToastToShow, toasts } from '../../components/toasts/toasts.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';

export function useUndoOffer(conversation: Conversation, send: (event: ConversationEvent) => void): void {
  const { discarded } = conversation;
  const offer = useEffectEvent(() => {
    const said = describeLoss(conversation);
    if (!said) return undefined;
    const onPress = () => {
      undo(conversation, send);
      // The focused button disappears; focusing the text area would open a phone's keyboard.
      const card = said === cleared.translation ? 'card-translation' : 'card-speech-input';
      document.getElementById(card)?.focus({ preventScroll: true });
    };
    return toasts.show({ ...said, duration: 'long', action: { label: 'Undo', onPress } });
  });
  useEffect(() => {
    const id = discarded && offer();
    return () => {
      if (id !== undefined && toasts.get().some((toast) => toast.id === id)) toasts.dismiss(id);
    };
  }, [discarded]);
}

export function undo({ discarded }: Conversation, send: (event: ConversationEvent) => void): void {
  if (!discarded) return;
  send({ type: 'undone' });
  toasts.show({ title: 'Undone', description: 'Everything is back.' });
}

export function describeLoss({ discarded: lost, ...now }: Conversation): ToastToShow | undefined {
  if (!lost) return undefined;
  if (lost.text === now.text && lost.source === now.source) return cleared.translation;
  if (now.text === '') return lost.source === now.source ? cleared.text : cleared.both;
  // A phrase or spoken words are easy to repeat.
  return lost.text === lost.phrase || lost.text === lost.transcript ? undefined : cleared.typed;
}

const cleared = {
  both: { title: 'Languages swapped', description: 'Your text was cleared.' },
  text: { title: 'Text cleared', description: 'Undo brings it back.' },
  translation: { title: 'Translation cleared', description: 'Undo brings it back.' },
  typed: { title: 'Text replaced', description: 'Undo brings back what you typed.' },
} satisfies Record<string, ToastToShow>;
