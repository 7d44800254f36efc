import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { defineLazy, Lazy, LoadFailed } from '../../components/lazy.tsx';
import { phrasebookQuery } from '../phrases/phrasebook.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { getTextLanguage, type MachineProps } from '../translator/translator.ts';

const guideHost = defineLazy(() => import('../../speech/guides/guide-host.tsx'), 'GuideHost');

/** Says what went wrong: in the guide, if there is one, else in a notice. */
export function VoiceHelp({ translator, onRetry, send }: VoiceHelpProps) {
  const { problem, clips, guide, browser, source, text, allowance } = translator;

  const { data: meanings } = useQuery({
    ...phrasebookQuery(source),
    enabled: guide === 'chrome-workaround',
  });

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
    <ProblemNotice problem={problem} onRetry={clips.length > 0 ? recogniseAgain : undefined} />
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
        text,
        textLanguage: getTextLanguage(translator),
        maxCharacters: allowance.textCharacters,
        meanings,
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
          {/* A reload would lose the recording. */}
          {clips.length === 0 && <LoadFailed />}
        </>
      }
    />
  );
}

export interface VoiceHelpProps extends MachineProps {
  onRetry: () => void;
}
