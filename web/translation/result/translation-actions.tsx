import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Drawing, Icon } from '../../components/icon.tsx';
import { Later, partOf } from '../../components/later.tsx';
import { thisBrowser } from '../../speech/browser.ts';
import { speaker } from '../../speech/speak/speaker.ts';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { drawings } from '../drawings.ts';
import { StarButton } from '../history/star-button.tsx';
import { copyTranslation } from './copy-translation.ts';
import { MeaningCheck } from './meaning-check.tsx';
import { Show, type ShowProps } from './show.tsx';

/** Loaded separately: its menu library is large. */
const moreMenu = partOf(() => import('./more-menu.tsx').then((module) => module.MoreMenu));

/** Not part of the first load: translating works without it. */
export function TranslationActions({ conversation, health, send }: TranslationActionsProps) {
  const { phase, target, original } = conversation;
  const [shown, setShown] = useState<Pick<ShowProps, 'translation' | 'original'>>();
  const translation = phase === 'translating' ? undefined : conversation.translation;
  const speak = useSpeaker(
    'translation',
    translation?.language ?? target,
    health,
    thisBrowser().id === 'ios-safari' ? 'Tap to Hear' : 'Speak',
    translation?.text,
  );

  function onSpeak({ text, language, isPhrase: keeps }: ShowProps['translation']): void {
    if (speak.isSounding) speaker.stop();
    else speaker.speak('translation', text, language, { isAuto: false, keeps });
  }

  return (
    <>
      <p id="speak-problem" role="status" className="mb-2 text-sm text-muted empty:mb-0">
        {speak.problem}
      </p>
      {translation && (
        <div className="@container">
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 @md:flex @md:*:min-w-28">
            <Button
              data-state={speak.phase}
              data-shortcut="listen"
              aria-describedby={speak.isUnavailable ? 'speak-problem' : undefined}
              isDisabled={speak.isUnavailable}
              onClick={() => onSpeak(translation)}
            >
              <Icon name={speak.isSounding ? 'stop' : 'speaker'} />
              {speak.label}
            </Button>
            <Button data-shortcut="show" onClick={() => setShown({ translation, original })}>
              <Drawing path={drawings.show} />
              Show
            </Button>
            <Button onClick={() => copyTranslation(translation.text)}>
              <Icon name="copy" />
              Copy
            </Button>
            <div className="grid min-h-11">
              <Later part={moreMenu} props={{ original, translation }} failed={null} />
            </div>
          </div>
        </div>
      )}
      {translation && <StarButton text={translation.text} language={translation.language} />}
      <MeaningCheck conversation={conversation} health={health} send={send} />
      {shown && <Show {...shown} health={health} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface TranslationActionsProps {
  conversation: Conversation;
  health: Health | undefined;
  send: (event: ConversationEvent) => void;
}
