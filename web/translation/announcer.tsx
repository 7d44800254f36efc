import { directionOf, findLanguage } from '../../shared/languages.ts';
import type { Conversation, Phase } from './conversation.ts';

/** Tells screen readers how the work goes, and what was heard and what it means, once each. */
export function Announcer({ conversation }: { conversation: Conversation }) {
  const { phase, transcript, translation, source } = conversation;
  return (
    <>
      <p role="status" className="sr-only">
        {phase === 'translating' && transcript ? <span lang={source}>{transcript}</span> : progress[phase]}
      </p>
      <p
        role="status"
        className="sr-only"
        lang={translation && findLanguage(translation.language)?.code}
        dir={translation && directionOf(translation.language)}
      >
        {phase === 'idle' && translation?.text}
      </p>
    </>
  );
}

const progress: Record<Phase, string> = {
  idle: '',
  asking: 'Allow the microphone…',
  listening: 'Listening',
  finishing: 'Recognising…',
  recognising: 'Recognising…',
  translating: 'Translating…',
};
