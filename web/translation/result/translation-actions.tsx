import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { statusQuery } from '../../billing/status.ts';
import { Icon, PathIcon } from '../../components/icon.tsx';
import { defineLazy, Lazy } from '../../components/lazy.tsx';
import { findName } from '../../language/language-name.ts';
import { getBrowser } from '../../speech/browser.ts';
import { useAnnouncedOnce } from '../../speech/speak/announced-once.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { useSpokenHighlight } from '../../speech/speak/spoken-highlight.ts';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import { useAbilities } from '../../speech/use-abilities.ts';
import * as texts from '../../texts/translator.ts';
import { StarButton } from '../history/star-button.tsx';
import { iconPaths } from '../icon-paths.ts';
import { findOutdated, type TranslatorProps, type TranslatorState } from '../translator/translator.ts';
import { Action, CopyAction } from './action.tsx';
import { HandOver } from './hand-over.tsx';

/** Loaded separately: its menu library is large. */
const moreMenu = defineLazy(() => import('./more-menu.tsx'), 'MoreMenu');

/** Not part of the first load: translating works without it. */
export function TranslationActions({ translator, health, send }: TranslatorProps) {
  // While it is handed over, the page is shown as it will be again.
  const [before, setBefore] = useState<TranslatorState>();
  const { original, target, phase, translation: latest } = before ?? translator;
  const translation = phase === 'translating' ? undefined : latest;
  const close = useCallback(() => setBefore(undefined), []);
  // A sentence for another text must not be shown to somebody, copied or shared.
  const isOutdated = findOutdated(before ?? translator) !== undefined;
  const playback = useSpeaker(
    'translation',
    translation?.language ?? target,
    health,
    getBrowser().id === 'ios-safari' ? texts.tapToHear : undefined,
    translation?.text,
  );
  useSpokenHighlight('translation-text');
  const problem = translation && playback.problem;
  const problemRole = useAnnouncedOnce(playback.isUnavailable ? problem : undefined);
  return (
    <>
      <p
        id="speak-problem"
        role={problemRole}
        className="text-[min(0.875rem,17.5px)] text-muted not-empty:mb-2 mobile:order-1 mobile:not-empty:my-2"
      >
        {problem}
      </p>
      {translation && (
        <>
          <div id="translation-buttons" className="@container capped [--most:min(20px,4.8vw)]">
            <div className="-me-1 flex flex-wrap gap-x-px gap-y-0.5 *:min-h-12">
              <SpeakActions translation={translation} playback={playback} isOutdated={isOutdated} />
              {!isOutdated && (
                <>
                  <Action
                    icon={<PathIcon path={iconPaths.show} />}
                    title={texts.showFullScreen}
                    label={texts.show}
                    onClick={() => setBefore(translator)}
                  />
                  <CopyAction key={translation.text} text={translation.text} />
                </>
              )}
              <ReplyAction language={translation.language} health={health} send={send} />
              {!isOutdated && (
                <div className="flex flex-1">
                  <Lazy component={moreMenu} props={{ original, translation }} failed={null} />
                </div>
              )}
            </div>
          </div>
          {!isOutdated && <StarButton text={translation.text} language={translation.language} />}
        </>
      )}
      {before && <HandOver {...{ translator, before, health, send }} onClose={close} />}
    </>
  );
}

function SpeakActions({ translation, playback, isOutdated }: SpeakActionsProps) {
  const { text, language, isPhrase: savesSound } = translation;
  const sharedProps = {
    isDisabled: playback.isUnavailable,
    'aria-describedby': playback.isUnavailable ? 'speak-problem' : undefined,
  };
  const speakText = (isSlow: boolean) =>
    speaker.speak('translation', text, language, { isAuto: false, savesSound, isSlow });
  return (
    <>
      <Action
        {...sharedProps}
        variant={isOutdated ? 'quiet' : 'tonal'}
        data-state={playback.phase}
        icon={<Icon name={playback.isActive ? 'stop' : 'speaker'} />}
        label={playback.label}
        onClick={() => (playback.isActive ? speaker.stop() : speakText(false))}
        className="min-w-11 px-0! leading-tight"
      />
      <Action
        {...sharedProps}
        aria-label={texts.speakSlowly}
        data-tooltip={texts.speakSlowly}
        icon={<PathIcon path={iconPaths.slow} />}
        label={texts.slowly}
        onClick={() => speakText(true)}
      />
    </>
  );
}

interface SpeakActionsProps {
  translation: NonNullable<TranslatorState['translation']>;
  playback: ReturnType<typeof useSpeaker>;
  isOutdated: boolean;
}

/** Hidden for languages that Parley cannot recognise here. */
function ReplyAction({ language, health, send }: ReplyActionProps) {
  const { data: status } = useQuery(statusQuery);
  const { findListenProblem } = useAbilities(health, status);
  if (findListenProblem(language)) return null;
  return (
    <Action
      title={texts.replyIn(findName(language))}
      icon={<PathIcon path={iconPaths.reply} />}
      label={texts.reply}
      onClick={() => {
        send({ type: 'replied' });
        // The button disappears.
        document.getElementById('card-speech-input')?.focus({ preventScroll: true });
      }}
    />
  );
}

interface ReplyActionProps extends Pick<TranslatorProps, 'health' | 'send'> {
  language: string;
}
