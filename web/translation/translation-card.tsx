import { useEffect, useRef } from 'react';
import { directionOf, findLanguage } from '../../shared/languages.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice, NoticeButton } from '../components/notice.tsx';
import { thisBrowser } from '../speech/browser.ts';
import { speaker } from '../speech/speaker.ts';
import { useSpeaker } from '../speech/use-speaker.ts';
import { canTranslate as canTranslatePair, type Health } from '../system/health.ts';
import {
  type Conversation,
  type ConversationEvent,
  canTranslate,
  languageOfText,
  type Translation,
} from './conversation.ts';
import { copyTranslation } from './copy-translation.ts';

/** What it means, to be read, heard and copied. */
export function TranslationCard({ conversation, health, send }: TranslationCardProps) {
  const { phase, problem, translation, target } = conversation;
  const isPossible = canTranslatePair(health, languageOfText(conversation), target);
  const isPending = phase === 'translating';
  const text = useInView(isPending ? 'pending' : translation?.text);

  /** The buttons that go away when they are pressed hand the focus to the heading. */
  function sendAndStay(event: ConversationEvent): void {
    send(event);
    document.getElementById('card-translation')?.focus({ preventScroll: true });
  }

  return (
    <Card
      title="Translation"
      className="flex flex-col"
      aside={
        translation && (
          <Button
            look="quiet"
            aria-label="Clear translation"
            data-tooltip="Clear translation"
            onClick={() => sendAndStay({ type: 'translation-cleared' })}
            className="-mr-2"
          >
            <Icon name="close" />
          </Button>
        )
      }
    >
      <div
        ref={text}
        data-state={isPending ? 'pending' : translation ? 'success' : 'empty'}
        className="flex-1"
      >
        {isPending && <Pending onCancel={() => sendAndStay({ type: 'cancelled' })} />}
        {!isPending && problem?.with === 'translation' && (
          <Notice
            tone="danger"
            action={
              canTranslate(conversation) && (
                <NoticeButton onClick={() => sendAndStay({ type: 'translate-asked' })}>
                  Try again
                </NoticeButton>
              )
            }
          >
            {problem.sentence}
          </Notice>
        )}
        {!isPending && translation && (
          <p
            data-testid="translation"
            lang={findLanguage(translation.language)?.code}
            dir={directionOf(translation.language)}
            className={`animate-rise whitespace-pre-wrap wrap-anywhere ${
              translation.text.length > longCharacters
                ? 'text-lg leading-relaxed'
                : 'text-translation font-medium tracking-tight'
            }`}
          >
            {translation.text}
          </p>
        )}
        {!isPending && !translation && problem?.with !== 'translation' && isPossible && (
          <p className="text-translation font-medium tracking-tight text-muted opacity-80">
            Your words in {nameOf(target)}.
          </p>
        )}
      </div>
      <Actions translation={isPending ? undefined : translation} target={target} health={health} />
    </Card>
  );
}

/** From here on a translation is read like a page, not shown like a sign. */
const longCharacters = 200;

function nameOf(code: string): string | undefined {
  return findLanguage(code)?.name;
}

interface TranslationCardProps {
  conversation: Conversation;
  health: Health | undefined;
  send: (event: ConversationEvent) => void;
}

/** On a phone the translation is below what was said: it comes into view when there is something to see. */
function useInView(seen: string | undefined) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (seen === undefined) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const card = element.current?.closest('section');
    card?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
  }, [seen]);
  return element;
}

function Pending({ onCancel }: { onCancel: () => void }) {
  return (
    <div>
      <div className="grid gap-3 pt-1.5" aria-hidden="true">
        <div className="shimmer h-7 w-11/12 animate-shimmer rounded-lg" />
        <div className="shimmer h-7 w-3/5 animate-shimmer rounded-lg" />
      </div>
      <Button look="quiet" onClick={onCancel} className="mt-3 -ml-3 px-3">
        Cancel
      </Button>
    </div>
  );
}

function Actions({ translation, target, health }: ActionsProps) {
  const language = translation?.language ?? target;
  const speakLabel = thisBrowser().id === 'ios-safari' ? 'Tap to Hear' : 'Speak';
  const { phase, isSounding, isMute, problem, label } = useSpeaker(
    'translation',
    language,
    health,
    speakLabel,
    translation?.text,
  );
  return (
    <div className="mt-4">
      <p role="status" className="mb-2 text-sm text-muted empty:mb-0">
        {problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          data-state={phase}
          isDisabled={!translation || isMute}
          onClick={() => {
            if (isSounding) speaker.stop();
            else if (translation)
              speaker.speak('translation', translation.text, translation.language, {
                isAuto: false,
                keeps: translation.isPhrase,
              });
          }}
          className="min-w-28 flex-1 sm:min-w-32 sm:flex-none"
        >
          <Icon name={isSounding ? 'stop' : 'speaker'} />
          {label}
        </Button>
        <Button
          isDisabled={!translation}
          onClick={() => translation && copyTranslation(translation.text)}
          className="min-w-28 flex-1 sm:min-w-32 sm:flex-none"
        >
          <Icon name="copy" />
          Copy
        </Button>
      </div>
    </div>
  );
}

interface ActionsProps {
  translation: Translation | undefined;
  target: string;
  health: Health | undefined;
}
