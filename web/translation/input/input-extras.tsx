import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { LengthNote } from '../../components/length-note.tsx';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { useUndoOffer } from '../conversation/undo.ts';
import { Shortcuts } from './shortcuts-help.tsx';
import { watchKeyboard } from './watch-keyboard.ts';

/** Loads once the page is used: Undo, shortcuts, and the note on long texts. */
export function InputExtras({ conversation, send }: InputExtrasProps) {
  useUndoOffer(conversation, send);
  useEffect(watchKeyboard, []);
  return (
    <>
      <Shortcuts conversation={conversation} send={send} />
      <LengthNoteUnderText conversation={conversation} />
    </>
  );
}

interface InputExtrasProps {
  conversation: Conversation;
  send: (event: ConversationEvent) => void;
}

/** Fills the place that the first load leaves under the text area. */
function LengthNoteUnderText({ conversation }: Pick<InputExtrasProps, 'conversation'>) {
  const place = document.getElementById('length-note');
  const { length } = conversation.text.trim();
  const most = conversation.allowance.textCharacters;
  return (
    place && length > most * nearlyFull && createPortal(<LengthNote length={length} most={most} />, place)
  );
}

const nearlyFull = 0.9;
