import { useEffect, useEffectEvent } from 'react';
import { type ToastToShow, toasts } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/translator.ts';
import type { TranslatorEvent, TranslatorState } from './translator.ts';

export function useUndoToast(translator: TranslatorState, send: (event: TranslatorEvent) => void): void {
  const { discarded } = translator;
  const show = useEffectEvent(() => {
    const toast = buildUndoToast(translator);
    if (!toast) return undefined;
    const onPress = () => {
      undo(translator, send);
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

function undo({ discarded }: TranslatorState, send: (event: TranslatorEvent) => void): void {
  if (!discarded) return;
  send({ type: 'undone' });
  toasts.show(texts.undone);
}

export function buildUndoToast({ discarded: lost, ...now }: TranslatorState): ToastToShow | undefined {
  if (!lost) return undefined;
  if (lost.text === now.text && lost.source === now.source) return texts.cleared.translation;
  if (now.text === '') return lost.source === now.source ? texts.cleared.text : texts.cleared.both;
  // A phrase or spoken words are easy to repeat.
  return lost.text === lost.pickedPhrase || lost.text === lost.transcript ? undefined : texts.cleared.typed;
}
