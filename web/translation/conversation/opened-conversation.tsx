import { useEffect } from 'react';
import { useStore } from '../../browser/store.ts';
import { Lazy } from '../../components/lazy.tsx';
import { conversationOpen, conversationView, opensConversation } from '../input/dock-buttons.tsx';
import type { TranslatorProps } from '../translator/translator.ts';

/** Nothing until it is opened. */
export function OpenedConversation({ translator, health, canListen, send }: OpenedConversationProps) {
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

interface OpenedConversationProps extends TranslatorProps {
  canListen: (language: string) => boolean;
}
