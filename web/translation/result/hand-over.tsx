import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { statusQuery } from '../../billing/status.ts';
import { createRememberedStore } from '../../browser/remembered.ts';
import { watchTilt } from '../../browser/screen/tilt.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { FullScreen } from '../../components/dialogs/full-screen.tsx';
import { Icon, PathIcon } from '../../components/icon.tsx';
import { findName } from '../../language/language-name.ts';
import { useAnnouncedOnce } from '../../speech/speak/announced-once.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { useSpokenHighlight } from '../../speech/speak/spoken-highlight.ts';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import { useAbilities } from '../../speech/use-abilities.ts';
import * as texts from '../../texts/translator.ts';
import { SideText } from '../conversation/side-texts.tsx';
import { iconPaths } from '../icon-paths.ts';
import { Transcript } from '../input/transcript.tsx';
import { getTextProps } from '../text-props.ts';
import {
  isSameLanguage,
  isUnsure,
  type TranslatorProps,
  type TranslatorState,
} from '../translator/translator.ts';
import { Announcer } from './announcer.tsx';
import { AnswerButton, type Shown } from './answer-button.tsx';
import { FittedText } from './fitted-text.tsx';
import { Pronunciation } from './pronunciation/pronunciation.tsx';

/** Shows a translation to the other person, and their answer to the visitor. Closing it returns to where it was opened. */
export function HandOver(props: HandOverProps) {
  const { translator, before, health, send } = props;
  const shown = useLastShown(translator, before);
  const close = useReturn(props);
  const { language } = shown.translation;
  const isTheirs = isSameLanguage(language, before.translation?.language ?? '');
  const isTurned = useStore(flipped) && isTheirs;
  const { data: status } = useQuery(statusQuery);
  const { findListenProblem } = useAbilities(health, status);
  useEffect(() => watchTilt(flipped.set), []);
  useEffect(keepScrolled, []);

  return (
    <FullScreen label={texts.translationIn(findName(language))} onClose={close}>
      <Announcer translator={translator} />
      <div data-voice={isTheirs ? 'them' : 'you'} className="capped flex h-full flex-col [--most:16px]">
        <div
          data-flipped={isTurned || undefined}
          className={`flex min-h-54 flex-1 flex-col transition-[rotate] duration-300 ease-calm ${
            isTurned ? '[rotate:180deg]' : ''
          }`}
        >
          <Words {...props} shown={shown} />
          {!findListenProblem(language) && <AnswerButton translator={translator} shown={shown} send={send} />}
        </div>
        <Controls {...props} shown={shown} isTurned={isTurned} isTheirs={isTheirs} onClose={close} />
      </div>
    </FullScreen>
  );
}

export interface HandOverProps extends TranslatorProps {
  /** The state that it was opened in. */
  before: TranslatorState;
  onClose: () => void;
}

interface ShownProps extends HandOverProps {
  shown: Shown;
}

/** Behind the view the page scrolls to each new translation. */
function keepScrolled(): () => void {
  const top = scrollY;
  return () => scrollTo({ top, behavior: 'instant' });
}

/** Whether the text is upside down for the other person, who sits opposite. */
const flipped = createRememberedStore('parley.turned', (stored) => stored === true);

function useLastShown({ phase, translation, original }: TranslatorState, before: TranslatorState): Shown {
  const [shown, setShown] = useState<Shown>(before as Shown);
  if (phase !== 'idle' || !translation || translation === shown.translation) return shown;
  setShown({ translation, original });
  return { translation, original };
}

/** Closes only once the page is as before, so that the focus returns to its button. */
function useReturn({ translator, before, send, onClose }: HandOverProps): () => void {
  const [isLeaving, setLeaving] = useState(false);
  const isBack = translator.translation === before.translation;
  useEffect(() => {
    if (isLeaving && isBack) onClose();
  }, [isLeaving, isBack, onClose]);
  return () => {
    speaker.stop();
    setLeaving(true);
    if (translator.run !== before.run) send({ type: 'returned', to: before });
  };
}

/** Each tap on the text speaks it, slowly every other time. */
function Words({ translator, shown, health }: ShownProps) {
  const { phase } = translator;
  const { text, language, isPhrase } = shown.translation;
  const [isSlow, setSlow] = useState(false);
  const playback = useSpeaker('translation', language, health, undefined, text);

  function onTap(): void {
    if (playback.isActive) {
      speaker.stop();
    } else if (!playback.isUnavailable) {
      speaker.speak('translation', text, language, { isAuto: false, savesSound: isPhrase, isSlow });
      setSlow(!isSlow);
    }
  }

  if (phase === 'idle') return <FittedText text={text} language={language} onTap={onTap} />;
  return (
    <div className="grid min-h-32 flex-1 place-items-center overflow-hidden px-4 py-3 text-center sm:px-8 [&_p]:text-3xl [&_p]:leading-snug">
      {phase === 'asking' || phase === 'listening' ? (
        <Transcript translator={translator} />
      ) : (
        <SideText code={translator.source} notice="wait" />
      )}
    </div>
  );
}

/** For the person who holds the phone, so they do not turn with the text. */
function Controls({ translator, shown, health, isTurned, isTheirs, onClose }: ControlsProps) {
  const { translation, original } = shown;
  const { text, language, isPhrase: savesSound } = translation;
  useSpokenHighlight('shown-text');
  const playback = useSpeaker('translation', language, health, undefined, text);
  const problemRole = useAnnouncedOnce(playback.isUnavailable ? playback.problem : undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 text-sm sm:basis-56">
        <Pronunciation text={text} language={language} className="line-clamp-2" />
        <p {...getTextProps(original.language)} className="line-clamp-2 wrap-anywhere text-muted">
          {original.text}
        </p>
        <p role={problemRole}>{playback.problem}</p>
        <p role="status">{isUnsure(translator) && texts.mayBeMisheard}</p>
        {translator.problem && <p className="font-medium text-danger">{translator.problem.text}</p>}
      </div>
      <Button onClick={onClose} className="sm:order-last">
        <Icon name="close" />
        <span>{texts.close}</span>
      </Button>
      <span className="basis-full sm:hidden" />
      <Button
        data-state={playback.phase}
        isDisabled={playback.isUnavailable}
        onClick={() => playback.toggle(text, { isAuto: false, savesSound })}
        className="flex-1 sm:min-w-40 sm:flex-none"
      >
        <Icon name={playback.isActive ? 'stop' : 'speaker'} />
        <span>{playback.label}</span>
      </Button>
      {isTheirs && (
        <Button
          aria-pressed={isTurned}
          onClick={() => flipped.set(!isTurned)}
          className="flex-1 aria-pressed:bg-accent-soft aria-pressed:text-accent sm:flex-none"
        >
          <PathIcon path={iconPaths.flip} />
          <span>{texts.flip}</span>
        </Button>
      )}
    </div>
  );
}

interface ControlsProps extends ShownProps {
  isTurned: boolean;
  isTheirs: boolean;
}
