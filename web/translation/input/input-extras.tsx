import { memo, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { LengthNote } from '../../components/length-note.tsx';
import { LanguageSuggestion } from '../detection/language-suggestion.tsx';
import { fillsField, type MachineProps, type TranslatorProps } from '../translator/translator.ts';
import { useUndoToast } from '../translator/undo.ts';

/** Undo and the notes under the text, which load on the first interaction. */
export const InputExtras = memo(function Extras({ translator, health, send }: TranslatorProps) {
  useUndoToast(translator, send);
  useEffect(watchKeyboard, []);
  useEffect(() => {
    addEventListener('keydown', leaveText);
    return () => removeEventListener('keydown', leaveText);
  }, []);
  // A placeholder of the first load.
  const place = document.getElementById('text-notes');
  return (
    place &&
    createPortal(
      <>
        <LanguageSuggestion translator={translator} health={health} send={send} />
        <LengthNoteUnderText translator={translator} />
      </>,
      place,
    )
  );
});

function LengthNoteUnderText({ translator }: Pick<MachineProps, 'translator'>) {
  const { length } = translator.text.trim();
  const max = translator.allowance.textCharacters;
  if (length <= max * nearlyFull) return null;
  return <LengthNote length={length} max={max} isFull={fillsField(translator)} />;
}

const nearlyFull = 0.9;

/** Escape leaves the text. */
function leaveText(event: KeyboardEvent): void {
  const { key, target, isComposing, defaultPrevented } = event;
  if (key !== 'Escape' || isComposing || defaultPrevented || document.querySelector('dialog[open]')) return;
  if (target instanceof HTMLTextAreaElement)
    document.getElementById('card-speech-input')?.focus({ preventScroll: true });
}

/** Sets `--keyboard` to the height of an on-screen keyboard that covers the page, as on iPhones. */
function watchKeyboard(): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const { style } = document.documentElement;
  const follow = () => {
    // Zooming makes the visual viewport smaller as well.
    const coveredPx = view.scale > 1 ? 0 : innerHeight - view.height - view.offsetTop;
    style.setProperty('--keyboard', `${Math.max(0, Math.round(coveredPx))}px`);
  };
  view.addEventListener('resize', follow);
  view.addEventListener('scroll', follow);
  return () => {
    view.removeEventListener('resize', follow);
    view.removeEventListener('scroll', follow);
    style.removeProperty('--keyboard');
  };
}
