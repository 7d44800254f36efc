import { memo, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { isForInputMethod } from '../../browser/input-method.ts';
import { LengthNote } from '../../components/length-note.tsx';
import { LanguageSuggestion } from '../detection/language-suggestion.tsx';
import { findLoss } from '../translator/loss.ts';
import {
  fillsField,
  type MachineProps,
  type TranslatorProps,
  type TranslatorState,
} from '../translator/translator.ts';
import { UndoNote } from '../undo-note.tsx';

/** Undo and the notes under the text, which load on the first interaction. */
export const InputExtras = memo(function Extras({ translator, health, send }: TranslatorProps) {
  useEffect(watchKeyboard, []);
  useEffect(closeKeyboardOnSubmit, []);
  useFold(translator);
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

/** On a phone the text folds when it is sent: the answer needs the screen. Going back to the text unfolds it. */
function useFold({ phase, run, translation, problem }: TranslatorState): void {
  const isSent = phase === 'translating' || problem?.kind === 'translation';
  const answer = isSent ? run : translation;
  // What was there before this loaded stays as it is.
  const [before] = useState(isSent ? undefined : translation);
  useLayoutEffect(() => {
    const area = findTextArea();
    if (area && answer !== before && answer && area !== document.activeElement) return fold(area);
  }, [answer, before]);
}

/** Its first two lines stay. @returns a function that unfolds it */
function fold(area: HTMLTextAreaElement): () => void {
  const { dataset } = area;
  const unfold = () => void delete dataset.folded;
  dataset.folded = 'whole';
  if (area.scrollHeight > area.clientHeight) dataset.folded = 'cut';
  area.scrollTop = 0;
  area.addEventListener('focus', unfold, { once: true });
  return () => {
    area.removeEventListener('focus', unfold);
    unfold();
  };
}

/** Phones leave the focus in the text when its button is tapped, and the keyboard over the answer. */
function closeKeyboardOnSubmit(): () => void {
  const area = findTextArea();
  const close = () => area?.blur();
  area?.form?.addEventListener('submit', close);
  return () => area?.form?.removeEventListener('submit', close);
}

function findTextArea(): HTMLTextAreaElement | null | undefined {
  // A placeholder of the first load.
  return document.getElementById('text-notes')?.closest('form')?.querySelector('textarea');
}

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
