import { useCallback, useState } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import { defineLazy, Lazy, prefetchOnIntent } from '../../components/lazy.tsx';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/translator-parts.ts';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { drawings } from '../drawings.ts';
import { Detection } from '../languages/detection.tsx';
import { PrivateMark } from '../private-mark.tsx';
import { StyleButton } from './style-button.tsx';

const dialogueView = defineLazy(() =>
  import('../dialogue/dialogue-view.tsx').then((module) => module.DialogueView),
);

export function Tools({ conversation, health, canListen, send }: ToolsProps) {
  const { source, target } = conversation;
  const [isTalking, setTalking] = useState(false);
  const cancelPage = useCallback(() => send({ type: 'cancelled' }), [send]);
  const endTalk = useCallback(() => setTalking(false), []);

  return (
    <>
      <StyleButton conversation={conversation} health={health} send={send} />
      <IconButton
        label={texts.conversation}
        aria-haspopup="dialog"
        {...prefetchOnIntent(dialogueView)}
        onClick={() => setTalking(true)}
        className="text-accent! desktop:px-3"
      >
        <PathIcon path={drawings.conversation} />
        <span className="hidden desktop:inline">{texts.conversation}</span>
      </IconButton>
      {isTalking && (
        <Lazy
          component={dialogueView}
          props={{ source, target, health, canListen, onOpen: cancelPage, onClose: endTalk }}
        />
      )}
    </>
  );
}

export function LanguageNotes({ conversation, send }: ToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-2 pt-1 not-has-[p,span]:hidden">
      <Detection conversation={conversation} send={send} />
      <PrivateMark />
    </div>
  );
}

export interface ToolsProps {
  conversation: Conversation;
  health: Health | undefined;
  canListen: (language: string) => boolean;
  send: (event: ConversationEvent) => void;
}
