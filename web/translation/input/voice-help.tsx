import { useEffect } from 'react';
import { defineLazy, Lazy } from '../../components/lazy.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/translator.ts';
import { getTextLanguage, type MachineProps } from '../translator/translator.ts';

const guideHost = defineLazy(() => import('../../speech/guides/guide-host.tsx'), 'GuideHost');

export function VoiceHelp({ translator, onRetry, send }: VoiceHelpProps) {
  const { problem, voiceFailures, clips, guide, browser, source, target, text, allowance } = translator;

  // The next failure may open a guide.
  useEffect(() => {
    guideHost.load().catch(() => {});
  }, []);

  /** Moves the focus from the button, which disappears, to the heading. */
  function recogniseAgain(): void {
    send({ type: 'recognition-requested' });
    document.getElementById('card-speech-input')?.focus({ preventScroll: true });
  }

  // A message with a full stop says what to do, unless recording failed.
  const hasAdvice = problem?.message.endsWith('.') && problem.code !== 'recording';
  const isAdviceShown = !problem?.hasNoMethodLeft && (voiceFailures > 1 || !hasAdvice);

  return (
    <>
      {problem?.kind === 'voice' && (
        <Notice
          tone="danger"
          action={clips.length > 0 && <NoticeButton onClick={recogniseAgain}>{texts.tryAgain}</NoticeButton>}
        >
          {isAdviceShown ? texts.withAdvice(problem.message.replace(/\.?$/, '.')) : problem.message}
        </Notice>
      )}
      {guide && (
        <Lazy
          component={guideHost}
          props={{
            guide,
            browser,
            message: problem?.message,
            source,
            target,
            text,
            textLanguage: getTextLanguage(translator),
            maxCharacters: allowance.textCharacters,
            onRetry() {
              send({ type: 'guide-closed' });
              onRetry();
            },
            onClose: () => send({ type: 'guide-closed' }),
            onOpen: (guide) => send({ type: 'guide-opened', guide }),
            onType: (text) => send({ type: 'typed', text }),
            onSubmit: () => send({ type: 'translation-requested' }),
            onPick: ({ text, language }) => send({ type: 'phrase-picked', text, language }),
          }}
        />
      )}
    </>
  );
}

export interface VoiceHelpProps extends MachineProps {
  onRetry: () => void;
}
