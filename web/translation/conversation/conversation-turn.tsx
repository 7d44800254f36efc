import { useId } from 'react';
import { useOnline } from '../../browser/online.ts';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { StatusLink } from '../../components/status-link.tsx';
import { useAnnouncedOnce } from '../../speech/speak/announced-once.ts';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/conversation.ts';
import { onThisDevice, translateOnline } from '../../texts/offline/translation.ts';
import { getTextProps } from '../text-props.ts';
import { canRetry, type Side, type Turn } from './conversation.ts';
import { SideText } from './side-texts.tsx';

/**
 * A turn as one side reads it: own language large, the other's small, the other side's newest turn largest. Both sides
 * are on one screen: screen readers and the keyboard find each turn once, on the near side if it is there.
 */
export function ConversationTurn(props: ConversationTurnProps) {
  const { turn, side, isNewest, isPending, health } = props;
  const { text, language, translation, translationLanguage } = turn;
  const isOwn = turn.side === side;
  const isRepeated = side === 'far' && isShownTo('near', turn, isPending);
  const id = useId();
  const playback = useSpeaker(`turn-${turn.id}`, translationLanguage, health, texts.speakAgain, translation);
  const problemRole = useAnnouncedOnce(playback.isUnavailable ? playback.problem : undefined);
  const original = <TurnText id={`${id}-original`} text={text} language={language} />;
  const translated = translation !== undefined && (
    <TurnText id={`${id}-translation`} text={translation} language={translationLanguage} />
  );
  if (!isShownTo(side, turn, isPending)) return null;
  const size = isNewest
    ? 'text-[1.5em] leading-(--leading-script,1.3) tracking-(--tracking-script,-0.025em)'
    : 'text-[1.125em] leading-snug';
  return (
    <li
      aria-hidden={isRepeated || undefined}
      data-voice={turn.side === 'near' ? 'you' : 'them'}
      className={`flex max-w-[92%] items-end gap-1 rounded-control bg-accent-soft py-2 ps-3 in-data-turn:bg-surface ${
        isOwn ? 'self-end' : 'self-start'
      } ${translation === undefined ? 'pr-3' : 'pr-1'}`}
    >
      <div className="min-w-0 flex-1">
        <span className="sr-only">{turn.side === 'near' ? texts.youSaid : texts.theySaid}</span>
        <div className={`font-medium ${isOwn ? 'text-[1.125em] leading-snug' : size}`}>
          {isOwn ? original : translated || <Pending />}
        </div>
        <div className="mt-0.5 text-[0.875em] text-muted">{isOwn ? translated : original}</div>
        {playback.problem && (!playback.isUnavailable || (isNewest && isOwn)) && (
          <p role={problemRole} className="text-[0.875em] text-muted">
            {playback.problem}
          </p>
        )}
        {isOwn && <OwnStatus {...props} />}
      </div>
      {translation !== undefined && (
        <Button
          variant="quiet"
          data-state={playback.phase}
          tabIndex={isRepeated ? -1 : undefined}
          aria-label={playback.label}
          aria-describedby={`${id}-translation`}
          isDisabled={playback.isUnavailable}
          onClick={() => playback.toggle(translation)}
          className={`capped shrink-0 ${playback.phase === 'queued' ? 'px-2 text-sm' : ''}`}
        >
          <Icon name={playback.isActive ? 'stop' : 'speaker'} />
          {playback.phase === 'queued' && <span>{playback.label}</span>}
        </Button>
      )}
    </li>
  );
}

interface ConversationTurnProps {
  turn: Turn;
  side: Side;
  isNewest: boolean;
  readerLanguage: string;
  isPending: boolean;
  health: Health | undefined;
  onRetry: (() => void) | undefined;
}

/** The other side sees a turn once it is on its way to them. */
function isShownTo(side: Side, { side: speaker, translation }: Turn, isPending: boolean): boolean {
  return side === speaker || translation !== undefined || isPending;
}

function OwnStatus({ turn, readerLanguage, isPending, onRetry }: ConversationTurnProps) {
  const { problem, isUnsure, isOnDevice } = turn;
  const isOnline = useOnline();
  if (isPending) return <SideText code={readerLanguage} notice="wait" className="text-sm" />;
  return (
    <>
      {isUnsure && <p className="text-[0.875em] text-muted">{texts.mayBeMisheard}</p>}
      {isOnDevice && <p className="text-[0.875em] text-muted">{onThisDevice}</p>}
      {canRetry(turn) && (
        <div role={problem && 'alert'} className="flex flex-wrap items-center gap-x-3">
          {problem && (
            <div className="text-[0.875em] font-medium text-danger">
              <p>{problem.text}</p>
              {problem.advice && <p>{problem.advice}</p>}
              {problem.isOutage && <StatusLink />}
            </div>
          )}
          {onRetry && (isOnline || !isOnDevice) && (
            <button
              type="button"
              onClick={onRetry}
              className="min-h-11 font-semibold underline underline-offset-4"
            >
              {nameRetry(turn)}
            </button>
          )}
        </div>
      )}
    </>
  );
}

function nameRetry({ text, problem, isOnDevice }: Turn): string {
  if (problem) return texts.tryAgain;
  if (isOnDevice) return translateOnline;
  return text === '' ? texts.recognise : texts.translate;
}

function TurnText({ id, text, language }: { id: string; text: string; language: string }) {
  return (
    <p id={id} {...getTextProps(language)} className="whitespace-pre-wrap wrap-anywhere">
      {text}
    </p>
  );
}

function Pending() {
  return <div aria-hidden="true" className="shimmer my-1 h-6 w-40 max-w-full animate-shimmer rounded-lg" />;
}
