import { useState } from 'react';
import { findLanguage, getDirection } from '../../../shared/languages.ts';
import { createRememberedStore } from '../../browser/remembered.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { FullScreen } from '../../components/dialogs/full-screen.tsx';
import { Icon, PathIcon } from '../../components/icon.tsx';
import { speaker } from '../../speech/speak/speaker.ts';
import { useSpokenHighlight } from '../../speech/speak/spoken-highlight.ts';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/translator.ts';
import { iconPaths } from '../icon-paths.ts';
import type { TranslatorState } from '../translator/translator.ts';
import { FittedText } from './fitted-text.tsx';
import { Pronunciation } from './pronunciation/pronunciation.tsx';

/** Each tap on the text speaks it, slowly every other time. */
export function FullScreenTranslation(props: FullScreenTranslationProps) {
  const { translation, original, health, onClose } = props;
  const { text, language, isPhrase } = translation;
  const isFlipped = useStore(flipped);
  const [isSlow, setSlow] = useState(false);
  useSpokenHighlight('shown-text');
  const playback = useSpeaker('translation', language, health, isSlow ? texts.speakSlowly : undefined, text);

  function onTap(): void {
    if (playback.isActive) {
      speaker.stop();
    } else if (!playback.isUnavailable) {
      speaker.speak('translation', text, language, { isAuto: false, savesSound: isPhrase, isSlow });
      setSlow(!isSlow);
    }
  }

  return (
    <FullScreen label={texts.translationIn(findLanguage(language)?.name)} onClose={onClose}>
      <div className="flex h-full flex-col">
        <FittedText text={text} language={language} isFlipped={isFlipped} onTap={onTap} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 sm:flex-nowrap sm:px-6">
          <div className="min-w-0 grow basis-[calc(100%-3.5rem)] text-sm sm:basis-0">
            <Pronunciation text={text} language={language} className="line-clamp-2" />
            <p
              lang={findLanguage(original.language)?.code}
              dir={getDirection(original.language)}
              className="line-clamp-2 wrap-anywhere text-muted"
            >
              {original.text}
            </p>
            <p role="status">{playback.problem}</p>
          </div>
          <Button variant="quiet" aria-label={texts.close} onClick={onClose} className="sm:order-last">
            <Icon name="close" />
          </Button>
          <Button
            data-state={playback.phase}
            isDisabled={playback.isUnavailable}
            onClick={onTap}
            className="flex-1 sm:min-w-40 sm:flex-none"
          >
            <Icon name={playback.isActive ? 'stop' : 'speaker'} />
            {playback.label}
          </Button>
          <Button
            aria-pressed={isFlipped}
            onClick={() => flipped.set(!isFlipped)}
            className="flex-1 aria-pressed:bg-accent-soft aria-pressed:text-accent sm:flex-none"
          >
            <PathIcon path={iconPaths.flip} />
            {texts.flip}
          </Button>
        </div>
      </div>
    </FullScreen>
  );
}

/** Whether the text is upside down, for a reader who sits opposite. */
const flipped = createRememberedStore('parley.turned', (stored) => stored === true);

export interface FullScreenTranslationProps {
  translation: NonNullable<TranslatorState['translation']>;
  original: TranslatorState['original'];
  health: Health | undefined;
  onClose: () => void;
}
