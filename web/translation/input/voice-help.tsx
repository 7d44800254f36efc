import { useEffect } from 'react';
import { Later, partOf } from '../../components/later.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { type Conversation, type ConversationEvent, languageOfText } from '../conversation/conversation.ts';

const guideHost = partOf(() =>
  import('../../speech/guides/guide-host.tsx').then((module) => module.GuideHost),
);

/** Why nothing was heard, what can be done about it, and the guide where one is open. */
export function VoiceHelp({ conversation, onRetry, send }: VoiceHelpProps) {
  const { problem, voiceFailures, clips, guide, browser, source, target, text, allowance } = conversation;

  // Where one failure is, the next opens a guide.
  useEffect(() => {
    guideHost.load().catch(() => {});
  }, []);

  /** The button goes away when it is pressed: the heading takes the focus. */
  function recogniseAgain(): void {
    send({ type: 'recognise-asked' });
    document.getElementById('card-speech-input')?.focus({ preventScroll: true });
  }

  // A sentence of a word or two has no end, and no advice.
  const isAdviceWanted = !problem?.isExhausted && (voiceFailures > 1 || !problem?.sentence.endsWith('.'));

  return (
    <>
      {problem?.with === 'voice' && (
        <Notice
          tone="danger"
          action={clips.length > 0 && <NoticeButton onClick={recogniseAgain}>Try again</NoticeButton>}
        >
          {isAdviceWanted
            ? `${problem.sentence.replace(/\.?$/, '.')} You can type instead or try voice again.`
            : problem.sentence}
        </Notice>
      )}
      {guide && (
        <Later
          part={guideHost}
          props={{
            guide,
            browser,
            sentence: problem?.sentence,
            source,
            target,
            text,
            language: languageOfText(conversation),
            textCharacters: allowance.textCharacters,
            onRetry() {
              send({ type: 'guide-closed' });
              onRetry();
            },
            onClose: () => send({ type: 'guide-closed' }),
            onOpen: (guide) => send({ type: 'guide-opened', guide }),
            onType: (text) => send({ type: 'typed', text }),
            onSubmit: () => send({ type: 'translate-asked' }),
            onPick: ({ text, language }) => send({ type: 'phrase-picked', text, language }),
          }}
        />
      )}
    </>
  );
}

export interface VoiceHelpProps {
  conversation: Conversation;
  onRetry: () => void;
  send: (event: ConversationEvent) => void;
}
