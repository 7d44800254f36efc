import { memo, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { isForInputMethod } from '../../browser/input-method.ts';
import { LengthNote } from '../../components/length-note.tsx';
import { LanguageSuggestion } from '../detection/language-suggestion.tsx';
import { findLoss } from '../translator/loss.ts';
import { fillsField, type MachineProps, type TranslatorProps } from '../translator/translator.ts';
import { UndoNote } from '../undo-note.tsx';

/** Undo and the notes under the text, which load on the first interaction. */
export const InputExtras = memo(function Extras({ translator, health, send }: TranslatorProps) {
  useEffect(watchKeyboard, []);
  const onTextKey = useEffectEvent((event: KeyboardEvent) => {
    const loss = findLoss(translator);
    // Leaves the text.
    if (event.key === 'Escape') document.getElementById('card-speech-input')?.focus({ preventScroll: true });
    // The browser cannot undo what the app did to the text.
    if (!isUndoKey(event) || loss === undefined || loss === 'translation') return;
    event.preventDefault();
    send({ type: 'undone' });
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => isInText(event) && onTextKey(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  // A placeholder of the first load.
  const place = document.getElementById('text-notes');
  return (
    place &&
    createPortal(
      <>
        <LanguageSuggestion translator={translator} health={health} send={send} />
        <LengthNoteUnderText translator={translator} />
        <UndoNote card="card-speech-input" translator={translator} send={send} />
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

/** Whether the key is for the page's text. */
function isInText(event: KeyboardEvent): boolean {
  if (isForInputMethod(event) || event.defaultPrevented || document.querySelector('dialog[open]'))
    return false;
  return event.target instanceof HTMLTextAreaElement;
}

function isUndoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !altKey;
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
