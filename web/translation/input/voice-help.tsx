import { useEffect } from 'react';
import { useStore } from '../../browser/store.ts';
import { defineLazy, Lazy, LoadFailed } from '../../components/lazy.tsx';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { isShownInToast, toasts } from '../../components/toasts/toasts.ts';
import * as texts from '../../texts/translator.ts';
import { getTextLanguage, type MachineProps, type Problem } from '../translator/translator.ts';

const guideHost = defineLazy(() => import('../../speech/guides/guide-host.tsx'), 'GuideHost');

/** Says what went wrong: in the guide, if there is one, else in a notice. */
export function VoiceHelp({ translator, onRetry, send }: VoiceHelpProps) {
  const { problem, clips, guide, browser, source, target, text, allowance } = translator;

  // The next failure may open a guide.
  useEffect(() => {
    guideHost.load().catch(() => {});
  }, []);

  /** Moves the focus from the button, which disappears, to the heading. */
  function recogniseAgain(): void {
    send({ type: 'recognition-requested' });
    document.getElementById('card-speech-input')?.focus({ preventScroll: true });
  }

  /** Speech that was recorded is not lost: it is recognised again. */
  function retry(): void {
    send({ type: 'guide-closed' });
    if (clips.length > 0) recogniseAgain();
    else onRetry();
  }

  const notice = problem?.kind === 'voice' && (
    <VoiceNotice problem={problem} onRetry={clips.length > 0 ? recogniseAgain : undefined} />
  );
  if (!guide) return notice;
  return (
    <Lazy
      component={guideHost}
      props={{
        guide,
        browser,
        failure: problem?.kind === 'voice' ? problem : undefined,
        source,
        target,
        text,
        textLanguage: getTextLanguage(translator),
        maxCharacters: allowance.textCharacters,
        onRetry: retry,
        onClose: () => send({ type: 'guide-closed' }),
        onOpen: (guide) => send({ type: 'guide-opened', guide }),
        onType: (text) => send({ type: 'typed', text }),
        onSubmit: () => send({ type: 'translation-requested' }),
        onPick: ({ text, language }) => send({ type: 'phrase-picked', text, language }),
      }}
      failed={
        <>
          {notice ? <div>{notice}</div> : null}
          <LoadFailed />
        </>
      }
    />
  );
}

export interface VoiceHelpProps extends MachineProps {
  onRetry: () => void;
}

/** Has its place at once, but is visible only when the toast that says the same is gone, so that nothing moves. */
function VoiceNotice({ problem, onRetry }: { problem: Problem; onRetry: (() => void) | undefined }) {
  const isInToast = isShownInToast(useStore(toasts), problem);
  return (
    <div className={isInToast ? 'invisible' : undefined}>
      <Notice
        tone="danger"
        action={
          onRetry && (
            <span className="visible">
              <NoticeButton onClick={onRetry}>{texts.tryAgain}</NoticeButton>
            </span>
          )
        }
      >
        <p>{problem.text}</p>
        {problem.advice && <p>{problem.advice}</p>}
      </Notice>
    </div>
  );
}
