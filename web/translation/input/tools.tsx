import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../components/controls/button.tsx';
import { Drawing } from '../../components/icon.tsx';
import { Later, partOf } from '../../components/later.tsx';
import { LengthNote } from '../../components/length-note.tsx';
import type { Health } from '../../system/health.ts';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { useUndoOffer } from '../conversation/undo.ts';
import { drawings } from '../drawings.ts';
import { PrivateMark } from '../keep/private-mark.tsx';
import { Detection } from '../languages/detection.tsx';
import { Shortcuts } from './shortcuts-help.tsx';
import { StyleButton } from './style-button.tsx';

const dialogueView = partOf(() =>
  import('../dialogue/dialogue-view.tsx').then((module) => module.DialogueView),
);

export function Tools({ conversation, health, canListen, send }: ToolsProps) {
  const { source, target } = conversation;
  useUndoOffer(conversation, send);
  const [isTalking, setTalking] = useState(false);
  const giveWay = useCallback(() => send({ type: 'cancelled' }), [send]);
  const endTalk = useCallback(() => setTalking(false), []);

  useEffect(() => {
    dialogueView.load().catch(() => {});
  }, []);

  return (
    <div className="flex flex-wrap items-center gap-2 px-1 sm:px-2">
      <Button
        look="quiet"
        aria-haspopup="dialog"
        onClick={() => setTalking(true)}
        className="bg-accent-soft px-4 text-accent!"
      >
        <Drawing path={drawings.conversation} />
        Conversation
      </Button>
      <StyleButton conversation={conversation} health={health} send={send} />
      <Detection conversation={conversation} send={send} />
      <PrivateMark />
      <Shortcuts conversation={conversation} send={send} />
      <LengthNoteUnderText conversation={conversation} />
      {isTalking && (
        <Later
          part={dialogueView}
          props={{ source, target, health, canListen, onOpen: giveWay, onClose: endTalk }}
        />
      )}
    </div>
  );
}

/** Fills the place that the first load leaves under the text area. */
function LengthNoteUnderText({ conversation }: Pick<ToolsProps, 'conversation'>) {
  const place = document.getElementById('length-note');
  const { length } = conversation.text.trim();
  const most = conversation.allowance.textCharacters;
  return (
    place && length > most * nearlyFull && createPortal(<LengthNote length={length} most={most} />, place)
  );
}

/** From this share of the limit on, the rest is announced. */
const nearlyFull = 0.9;

export interface ToolsProps {
  conversation: Conversation;
  health: Health | undefined;
  canListen: (language: string) => boolean;
  send: (event: ConversationEvent) => void;
}
