import { memo, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { LengthNote } from '../../components/length-note.tsx';
import type { ConversationProps } from '../conversation/conversation.ts';
import { useUndoToast } from '../conversation/undo.ts';
import { Shortcuts } from './shortcuts-help.tsx';
import { watchKeyboard } from './watch-keyboard.ts';

/** Undo, shortcuts and the note on long texts, which load on the first interaction. */
export const InputExtras = memo(function Extras({ conversation, send }: ConversationProps) {
  useUndoToast(conversation, send);
  useEffect(watchKeyboard, []);
  return (
    <>
      <Shortcuts conversation={conversation} send={send} />
      <LengthNoteUnderText conversation={conversation} />
    </>
  );
});

/** Renders into the first load's placeholder under the text area. */
function LengthNoteUnderText({ conversation }: Pick<ConversationProps, 'conversation'>) {
  const place = document.getElementById('length-note');
  const { length } = conversation.text.trim();
  const max = conversation.allowance.textCharacters;
  return place && length > max * nearlyFull && createPortal(<LengthNote length={length} max={max} />, place);
}

const nearlyFull = 0.9;
