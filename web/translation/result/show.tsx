import { useState } from 'react';
import { directionOf, findLanguage } from '../../../shared/languages.ts';
import { Button } from '../../components/controls/button.tsx';
import { FullScreen } from '../../components/dialogs/full-screen.tsx';
import { Drawing, Icon } from '../../components/icon.tsx';
import { speaker } from '../../speech/speak/speaker.ts';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { isTurnedAtFirst, keepTurned } from '../dialogue/turned.ts';
import { drawings } from '../drawings.ts';
import { ShownText } from './shown-text.tsx';

/**
 * A translation held towards somebody: it fills the screen, and stays lit. What is for the holder stays at their end:
 * their own words, and the controls. Each tap on the text says it once more, every other one slowly.
 */
export function Show({ translation, original, health, onClose }: ShowProps) {
  const { text, language, isPhrase } = translation;
  const [isTurned, setTurned] = useState(isTurnedAtFirst);
  const [isSlow, setSlow] = useState(false);
  const speak = useSpeaker('translation', language, health, isSlow ? 'Speak slowly' : 'Speak', text);

  function onTap(): void {
    if (speak.isSounding) {
      speaker.stop();
    } else if (!speak.isUnavailable) {
      speaker.speak('translation', text, language, { isAuto: false, keeps: isPhrase, isSlow });
      setSlow(!isSlow);
    }
  }

  function turn(): void {
    keepTurned(!isTurned);
    setTurned(!isTurned);
  }

  return (
    <FullScreen label={`In ${findLanguage(language)?.name}, to be shown`} onClose={onClose}>
      <div className="flex h-full flex-col">
        <ShownText text={text} language={language} isTurned={isTurned} onTap={onTap} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 sm:flex-nowrap sm:px-6">
          <div className="min-w-0 grow basis-[calc(100%-3.5rem)] text-sm sm:basis-0">
            <p
              lang={findLanguage(original.language)?.code}
              dir={directionOf(original.language)}
              className="line-clamp-2 wrap-anywhere text-muted"
            >
              {original.text}
            </p>
            <p role="status">{speak.problem}</p>
          </div>
          <Button look="quiet" aria-label="Close" onClick={onClose} className="sm:order-last">
            <Icon name="close" />
          </Button>
          <Button
            data-state={speak.phase}
            isDisabled={speak.isUnavailable}
            onClick={onTap}
            className="flex-1 sm:min-w-40 sm:flex-none"
          >
            <Icon name={speak.isSounding ? 'stop' : 'speaker'} />
            {speak.label}
          </Button>
          <Button
            aria-pressed={isTurned}
            onClick={turn}
            className="flex-1 aria-pressed:bg-accent-soft aria-pressed:text-accent sm:flex-none"
          >
            <Drawing path={drawings.turn} />
            Turn round
          </Button>
        </div>
      </div>
    </FullScreen>
  );
}

export interface ShowProps {
  translation: NonNullable<Conversation['translation']>;
  original: Conversation['original'];
  health: Health | undefined;
  onClose: () => void;
}
