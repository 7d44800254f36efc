import type { Health } from '../../system/health.ts';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { BackTranslation } from './back-translation.tsx';
import { Pronunciation } from './pronunciation/pronunciation.tsx';

/** Not part of the first load. */
export function TranslationDetails({ conversation, health, send }: TranslationDetailsProps) {
  const { phase, translation } = conversation;
  return (
    <>
      {phase !== 'translating' && translation && (
        <Pronunciation {...translation} className="mt-1 whitespace-pre-wrap" />
      )}
      <BackTranslation conversation={conversation} health={health} send={send} />
    </>
  );
}

interface TranslationDetailsProps {
  conversation: Conversation;
  health: Health | undefined;
  send: (event: ConversationEvent) => void;
}
