import { useState } from 'react';
import * as texts from '../../texts/translator.ts';
import { getTextProps } from '../text-props.ts';
import { isVoicePhase, type TranslatorState } from '../translator/translator.ts';

/** Announces the progress, the transcript and the translation to screen readers, once each. */
export function Announcer({ translator }: { translator: TranslatorState }) {
  const { phase, transcript, translation, source } = translator;
  const [isFromVoice, setFromVoice] = useState(false);
  // The transcript is announced only while it is translated for the first time.
  if (phase !== 'translating' && isFromVoice !== isVoicePhase(phase)) setFromVoice(!isFromVoice);
  const hasTranscript = phase === 'translating' && isFromVoice;
  return (
    <>
      <p role="status" className="sr-only">
        {hasTranscript ? (
          <span lang={source} translate="no">
            {transcript}
          </span>
        ) : (
          texts.progress[phase]
        )}
      </p>
      <p role="status" className="sr-only" {...(translation && getTextProps(translation.language))}>
        {translation?.text}
      </p>
    </>
  );
}
