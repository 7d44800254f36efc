import { useCallback, useState } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import { defineLazy, Lazy, prefetchOnIntent } from '../../components/lazy.tsx';
import * as texts from '../../texts/translator.ts';
import { iconPaths } from '../icon-paths.ts';
import { Detection } from '../languages/detection.tsx';
import { PrivateModeNotice } from '../private-mode-notice.tsx';
import type { TranslatorProps } from '../translator/translator.ts';
import { StyleButton } from './style-button.tsx';

const conversationView = defineLazy(() =>
  import('../conversation/conversation-view.tsx').then((module) => module.ConversationView),
);

export function Tools({ translator, health, canListen, send }: ToolsProps) {
  const { source, target } = translator;
  const [isConversationOpen, setConversationOpen] = useState(false);
  const cancelPageWork = useCallback(() => send({ type: 'cancelled' }), [send]);
  const closeConversation = useCallback(() => setConversationOpen(false), []);

  return (
    <>
      <StyleButton translator={translator} health={health} send={send} />
      <IconButton
        label={texts.conversation}
        aria-haspopup="dialog"
        {...prefetchOnIntent(conversationView)}
        onClick={() => setConversationOpen(true)}
        className="text-accent! desktop:px-3"
      >
        <PathIcon path={iconPaths.conversation} />
        <span className="hidden desktop:inline">{texts.conversation}</span>
      </IconButton>
      {isConversationOpen && (
        <Lazy
          component={conversationView}
          props={{ source, target, health, canListen, onOpen: cancelPageWork, onClose: closeConversation }}
        />
      )}
    </>
  );
}

export function LanguageNotes({ translator, send }: ToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-2 pt-1 not-has-[p,span]:hidden">
      <Detection translator={translator} send={send} />
      <PrivateModeNotice />
    </div>
  );
}

export interface ToolsProps extends TranslatorProps {
  canListen: (language: string) => boolean;
}
