import { useEffect } from 'react';
import { useStore } from '../../browser/store.ts';
import { Lazy } from '../../components/lazy.tsx';
import { NoticeButton } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/translator.ts';
import { Detection } from '../languages/detection.tsx';
import { privateMode } from '../private-mode.ts';
import type { TranslatorProps } from '../translator/translator.ts';
import { conversationOpen, conversationView, opensConversation } from './dock-buttons.tsx';

/** Nothing until it is opened. */
export function Conversation({ translator, health, canListen, send }: ToolsProps) {
  const { source, target } = translator;
  const isOpen = useStore(conversationOpen);
  useEffect(() => () => conversationOpen.set(false), []);
  useEffect(() => (isOpen ? focusOpener : undefined), [isOpen]);
  if (!isOpen) return null;
  return (
    <Lazy
      component={conversationView}
      props={{
        source,
        target,
        health,
        canListen,
        onOpen: () => send({ type: 'cancelled' }),
        onClose: () => conversationOpen.set(false),
      }}
    />
  );
}

/** The screen may have been turned in the meantime: then another layout has the button, and the focus is lost. */
function focusOpener(): void {
  if (document.activeElement === document.body) document.getElementById(opensConversation.id)?.focus();
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

function PrivateModeNotice() {
  const isPrivate = useStore(privateMode);
  return (
    <div role="status" className="empty:hidden">
      {isPrivate && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-control bg-accent-soft px-3 text-sm">
          <span className="py-2">{texts.historyOff}</span>
          <NoticeButton
            onClick={() => {
              document.getElementById('card-languages')?.focus({ preventScroll: true });
              privateMode.set(false);
            }}
          >
            <span>{texts.turnOff}</span>
            <span className="sr-only">{` ${texts.privateMode}`}</span>
          </NoticeButton>
        </p>
      )}
    </div>
  );
}
