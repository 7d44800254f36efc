import { useEffect, useEffectEvent } from 'react';
import { type ToastToShow, toasts } from '../../components/toasts/toasts.ts';
import type { Conversation, ConversationEvent } from './conversation.ts';

/** Offers to have back what was thrown away, as long as that can be done and the toast stays. */
export function useUndoOffer(conversation: Conversation, send: (event: ConversationEvent) => void): void {
  const { discarded } = conversation;
  const offer = useEffectEvent(() => {
    const said = lossOf(conversation);
    if (!said) return undefined;
    const onPress = () => {
      undo(conversation, send);
      // The button goes away under the focus. The text area would bring up a phone's keyboard.
      const card = said === cleared.translation ? 'card-translation' : 'card-speech-input';
      document.getElementById(card)?.focus({ preventScroll: true });
    };
    return toasts.show({ ...said, stay: 'long', action: { label: 'Undo', onPress } });
  });
  useEffect(() => {
    const id = discarded && offer();
    return () => {
      if (id !== undefined && toasts.get().some((toast) => toast.id === id)) toasts.dismiss(id);
    };
  }, [discarded]);
}

/** Brings back what was thrown away last, and says so; does nothing where there is nothing to bring back. */
export function undo({ discarded }: Conversation, send: (event: ConversationEvent) => void): void {
  if (!discarded) return;
  send({ type: 'undone' });
  toasts.show({ title: 'Undone', description: 'Everything is as it was before.' });
}

/** What is said of what has just been thrown away; undefined where nobody misses it. */
export function lossOf({ discarded: lost, ...now }: Conversation): ToastToShow | undefined {
  if (!lost) return undefined;
  if (lost.text === now.text && lost.source === now.source) return cleared.translation;
  if (now.text === '') return lost.source === now.source ? cleared.text : cleared.both;
  // What was picked or spoken before is there to be picked and spoken again.
  return lost.text === lost.phrase || lost.text === lost.transcript ? undefined : cleared.typed;
}

const cleared = {
  both: { title: 'Languages swapped', description: 'Undo brings back what stood here.' },
  text: { title: 'Text cleared', description: 'Undo brings it back.' },
  translation: { title: 'Translation cleared', description: 'Undo brings it back.' },
  typed: { title: 'Text replaced', description: 'Undo brings back what you typed.' },
} satisfies Record<string, ToastToShow>;
