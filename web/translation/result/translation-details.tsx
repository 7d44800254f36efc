import type { TranslatorProps } from '../conversation/conversation.ts';
import { BackTranslation } from './back-translation.tsx';
import { Pronunciation } from './pronunciation/pronunciation.tsx';

export function TranslationDetails({ conversation, health, send }: TranslatorProps) {
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
