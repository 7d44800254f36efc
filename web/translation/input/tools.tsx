import { useCallback, useState } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import { defineLazy, Lazy, prefetchOnIntent } from '../../components/lazy.tsx';
import * as texts from '../../texts/translator.ts';
import type { TranslatorProps } from '../conversation/conversation.ts';
import { iconPaths } from '../icon-paths.ts';
import { Detection } from '../languages/detection.tsx';
import { PrivateModeNotice } from '../private-mode-notice.tsx';
import { StyleButton } from './style-button.tsx';

const dialogueView = defineLazy(() =>
  import('../dialogue/dialogue-view.tsx').then((module) => module.DialogueView),
);

export function Tools({ conversation, health, canListen, send }: ToolsProps) {
  const { source, target } = conversation;
  const [isDialogueOpen, setDialogueOpen] = useState(false);
  const cancelPageWork = useCallback(() => send({ type: 'cancelled' }), [send]);
  const closeDialogue = useCallback(() => setDialogueOpen(false), []);

  return (
    <>
      <StyleButton conversation={conversation} health={health} send={send} />
      <IconButton
        label={texts.conversation}
        aria-haspopup="dialog"
        {...prefetchOnIntent(dialogueView)}
        onClick={() => setDialogueOpen(true)}
        className="text-accent! desktop:px-3"
      >
        <PathIcon path={iconPaths.conversation} />
        <span className="hidden desktop:inline">{texts.conversation}</span>
      </IconButton>
      {isDialogueOpen && (
        <Lazy
          component={dialogueView}
          props={{ source, target, health, canListen, onOpen: cancelPageWork, onClose: closeDialogue }}
        />
      )}
    </>
  );
}

export function LanguageNotes({ conversation, send }: ToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-2 pt-1 not-has-[p,span]:hidden">
      <Detection conversation={conversation} send={send} />
      <PrivateModeNotice />
    </div>
  );
}

export interface ToolsProps extends TranslatorProps {
  canListen: (language: string) => boolean;
}
