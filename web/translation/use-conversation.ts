import { useEffect, useState, useSyncExternalStore } from 'react';
import { settings } from '../settings/settings.ts';
import { speaker } from '../speech/speaker.ts';
import { type Conversation, type ConversationEvent, startOfConversation } from './conversation.ts';
import { runConversation } from './run-conversation.ts';
import { createWorld } from './world.ts';

/** The conversation of this page, from the languages that were used last; leaving the page ends it. */
export function useConversation(): [Conversation, (event: ConversationEvent) => void] {
  const [running] = useState(() => {
    const { defaultSourceLang, defaultTargetLang } = settings.get();
    return runConversation(startOfConversation(defaultSourceLang, defaultTargetLang), createWorld());
  });
  useEffect(() => {
    const leave = () => {
      running.send({ type: 'cancelled' });
      speaker.stop();
    };
    // Chrome's voice would go on after the document is gone.
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [running]);
  return [useSyncExternalStore(running.subscribe, running.get), running.send];
}
