import { useId } from 'react';
import { directionOf, findLanguage } from '../../../shared/languages.ts';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { speaker } from '../../speech/speak/speaker.ts';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import type { Turn } from './dialogue.ts';

/** A turn as one side reads it: its own language large, the other's small. The newest of the other side is largest. */
export function DialogueTurn({ turn, isOwn, isNewest, work, health, onRetry }: DialogueTurnProps) {
  const { text, language, translation, translationLanguage, problem } = turn;
  const id = useId();
  const speak = useSpeaker(`turn-${turn.id}`, translationLanguage, health, 'Speak again', translation);
  const said = <Words id={`${id}-said`} text={text} language={language} />;
  const meant = translation !== undefined && (
    <Words id={`${id}-meant`} text={translation} language={translationLanguage} />
  );
  // What cannot be read yet is the speaker's alone to see to.
  if (!isOwn && translation === undefined && !work) return null;
  return (
    <li
      className={`flex max-w-[92%] items-end gap-1 rounded-control py-2 pl-3 ${
        isOwn ? 'self-end bg-accent-soft' : 'self-start bg-sunken'
      } ${translation === undefined ? 'pr-3' : 'pr-1'}`}
    >
      <div className="min-w-0 flex-1">
        {isOwn ? (
          <>
            <div className="text-lg leading-snug font-medium">{said}</div>
            <div className="mt-0.5 text-sm text-muted">{meant}</div>
          </>
        ) : (
          <>
            <div
              className={`font-medium ${isNewest ? 'text-translation tracking-tight' : 'text-lg leading-snug'}`}
            >
              {meant || <Awaited />}
            </div>
            <div className="mt-0.5 text-sm text-muted">{said}</div>
          </>
        )}
        {speak.problem && (speak.isUnavailable ? isNewest && isOwn : true) && (
          <p role={isOwn ? 'status' : undefined} className="text-sm text-muted">
            {speak.problem}
          </p>
        )}
        {isOwn && turn.isUnsure && !work && (
          <p className="text-sm text-muted">Not heard clearly. Check the words.</p>
        )}
        {isOwn && work && <p className="text-sm text-muted">{work}</p>}
        {isOwn && !work && translation === undefined && (
          <div role={problem && 'alert'} className="flex flex-wrap items-center gap-x-3">
            {problem && <p className="text-sm font-medium text-danger">{problem}</p>}
            {onRetry && (
              <button
                type="button"
                onClick={onRetry}
                className="min-h-11 font-semibold underline underline-offset-4"
              >
                {problem ? 'Try again' : text === '' ? 'Recognise' : 'Translate'}
              </button>
            )}
          </div>
        )}
      </div>
      {translation !== undefined && (
        <Button
          look="quiet"
          data-state={speak.phase}
          aria-label={speak.label}
          aria-describedby={`${id}-meant`}
          isDisabled={speak.isUnavailable}
          onClick={() => {
            if (speak.isSounding) speaker.stop();
            else speaker.speak(`turn-${turn.id}`, translation, translationLanguage);
          }}
          className={`shrink-0 ${speak.phase === 'queued' ? 'px-2 text-sm' : ''}`}
        >
          <Icon name={speak.isSounding ? 'stop' : 'speaker'} />
          {speak.phase === 'queued' && speak.label}
        </Button>
      )}
    </li>
  );
}

interface DialogueTurnProps {
  turn: Turn;
  /** The side that reads it has said it. */
  isOwn: boolean;
  isNewest: boolean;
  /** What is being done with it. */
  work: string | undefined;
  health: Health | undefined;
  /** Undefined where trying again is of no use. */
  onRetry: (() => void) | undefined;
}

function Words({ id, text, language }: { id: string; text: string; language: string }) {
  return (
    <p
      id={id}
      lang={findLanguage(language)?.code}
      dir={directionOf(language)}
      className="whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </p>
  );
}

function Awaited() {
  return <div aria-hidden="true" className="shimmer my-1 h-6 w-40 max-w-full animate-shimmer rounded-lg" />;
}
