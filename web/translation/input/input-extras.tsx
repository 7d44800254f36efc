import { memo, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { LengthNote } from '../../components/length-note.tsx';
import type { MachineProps } from '../translator/translator.ts';
import { useUndoToast } from '../translator/undo.ts';
import { Shortcuts } from './shortcuts-help.tsx';
import { watchKeyboard } from './watch-keyboard.ts';

/** Undo, shortcuts and the note on long texts, which load on the first interaction. */
export const InputExtras = memo(function Extras({ translator, send }: MachineProps) {
  useUndoToast(translator, send);
  useEffect(watchKeyboard, []);
  return (
    <>
      <Shortcuts translator={translator} send={send} />
      <LengthNoteUnderText translator={translator} />
    </>
  );
});

/** Renders into the first load's placeholder under the text area. */
function LengthNoteUnderText({ translator }: Pick<MachineProps, 'translator'>) {
  const place = document.getElementById('length-note');
  const { length } = translator.text.trim();
  const max = translator.allowance.textCharacters;
  return place && length > max * nearlyFull && createPortal(<LengthNote length={length} max={max} />, place);
}

const nearlyFull = 0.9;
