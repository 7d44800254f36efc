import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { directionOf, findLanguage } from '../../../shared/languages.ts';
import { Button } from '../../components/controls/button.tsx';
import { Drawing } from '../../components/icon.tsx';
import { canTranslate, type Health } from '../../system/health.ts';
import { type ConversationEvent, isVoice, type Phase } from '../conversation/conversation.ts';
import { drawings } from '../drawings.ts';
import { Transcript } from '../input/transcript.tsx';
import { type LanguageLimit, LanguageSelect } from '../languages/language-select.tsx';
import {
  canSendDraft,
  type Dialogue,
  type DialogueEvent,
  isDraftTooLong,
  languageOf,
  otherSide,
  type Side,
} from './dialogue.ts';
import { DialogueTurn } from './dialogue-turn.tsx';
import { TalkButton } from './talk-button.tsx';
import { tapAndSpeak } from './tap-and-speak.ts';

const sideNames: Record<Side, string> = { near: 'Near side', far: 'Far side' };

/** One side's half of the screen: its language, its button, and what was said as that side reads it. */
export function DialogueSide({
  side,
  dialogue,
  health,
  canListen,
  isTurned,
  head,
  children,
  send,
}: DialogueSideProps) {
  const { phase, turns, problem, voiceFailures, waiting, current } = dialogue;
  const half = useRef<HTMLElement>(null);
  const [isTypingAsked, setTypingAsked] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const code = languageOf(dialogue, side);
  const other = languageOf(dialogue, otherSide(side));
  const language = findLanguage(code);
  const isHeard = canListen(code);
  const isTyping = isTypingAsked || !isHeard;
  const isAtWork = dialogue.side === side && phase !== 'idle';
  const isSpeaking = isAtWork && isVoice(phase) && current === undefined;

  /** What goes away when it is pressed hands the focus to the side's own button. */
  function retry(id: number): void {
    send({ type: 'turn-retried', id });
    half.current?.querySelector<HTMLElement>('[data-talk]')?.focus({ preventScroll: true });
  }

  return (
    <section
      ref={half}
      aria-label={sideNames[side]}
      // Who writes takes the phone into the hand: its keyboard stands upright as well.
      className={`flex min-h-0 min-w-0 flex-1 basis-0 flex-col ${isTurned && !(isTyping && isWriting) ? 'rotate-180' : ''}`}
    >
      {head}
      <Exchange count={turns.length}>
        {turns.length === 0 && phase === 'idle' && (
          <p
            lang={isHeard ? language?.code : undefined}
            className="m-auto max-w-xs px-4 py-3 text-center text-muted"
          >
            {isHeard
              ? tapAndSpeak(code)
              : `Parley can’t recognise ${language?.name} here. Type the text instead.`}
          </p>
        )}
        <ol className="flex list-none flex-col gap-2">
          {turns.map((turn) => (
            <DialogueTurn
              key={turn.id}
              turn={turn}
              isOwn={turn.side === side}
              isNewest={turn === turns.at(-1)}
              work={turn.id === current ? works[phase] : undefined}
              health={health}
              onRetry={
                phase === 'idle' && turn.text.length <= dialogue.allowance.textCharacters
                  ? () => retry(turn.id)
                  : undefined
              }
            />
          ))}
        </ol>
        {isSpeaking && (
          <div className="grid min-h-14 place-items-center rounded-control bg-accent-soft px-3 py-2 text-center">
            {phase === 'finishing' && dialogue.interim === '' ? (
              <p className="text-muted">{works.finishing}</p>
            ) : (
              <Transcript conversation={dialogue} onEdit={() => {}} />
            )}
          </div>
        )}
        {dialogue.side !== side && isVoice(phase) && current === undefined && (
          <p className="py-2 text-center text-muted">
            {waiting === side ? 'You speak next.' : 'The other side is speaking.'}
          </p>
        )}
        {dialogue.side === side && problem?.with === 'voice' && dialogue.clips.length === 0 && (
          <p role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-danger wrap-anywhere">
            {problem.sentence}
            {voiceFailures > 1 && !problem.isExhausted && ' You can type instead.'}
          </p>
        )}
        {children}
      </Exchange>
      {isTyping && (
        <Draft
          side={side}
          dialogue={dialogue}
          language={code}
          isAsked={isTypingAsked}
          onWriting={setWriting}
          send={send}
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2 px-2 py-2 landscape:grid-cols-[minmax(min(11.5rem,50%),1fr)_auto_minmax(2.75rem,1fr)]">
        <div className="flex">
          <LanguageSelect
            label={side === 'near' ? 'Near' : 'Far'}
            code={code}
            limitOf={(code) => limitOf(code, other, health, canListen)}
            onPick={(code) => send({ type: 'side-language-picked', side, code })}
          />
        </div>
        <TalkButton
          language={language?.name ?? code}
          phase={dialogue.side === side ? phase : 'idle'}
          isWaiting={waiting === side}
          isBusy={phase !== 'idle'}
          limit={!isHeard}
          onTap={() => {
            if (isHeard || isAtWork) send({ type: 'talk-tapped', side });
            else half.current?.querySelector('textarea')?.focus();
          }}
          onGiveUp={() => send({ type: 'cancelled' })}
        />
        <div className="flex justify-end">
          {isHeard && (
            <Button
              look="quiet"
              aria-label={`Type in ${language?.name}`}
              aria-expanded={isTyping}
              data-tooltip="Type"
              onClick={() => setTypingAsked(!isTypingAsked)}
              className="aria-expanded:bg-sunken aria-expanded:text-ink"
            >
              <Drawing path={drawings.keyboard} className="size-6" />
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

interface DialogueSideProps {
  side: Side;
  dialogue: Dialogue;
  health: Health | undefined;
  canListen: (language: string) => boolean;
  /** For somebody who sits opposite. */
  isTurned: boolean;
  /** Above what was said. */
  head?: ReactNode;
  /** Below what was said. */
  children?: ReactNode;
  send: (event: DialogueEvent | ConversationEvent) => void;
}

const works: Partial<Record<Phase, string>> = {
  finishing: 'Recognising…',
  recognising: 'Recognising…',
  translating: 'Translating…',
};

/** One way is enough to go on: the other side reads or types. */
function limitOf(
  code: string,
  other: string,
  health: Health | undefined,
  canListen: (language: string) => boolean,
): LanguageLimit | undefined {
  const otherName = findLanguage(other)?.name;
  const isFrom = canTranslate(health, code, other);
  const isTo = canTranslate(health, other, code);
  if (!isFrom && !isTo) return { note: `not with ${otherName} here`, isOff: true };
  if (!isFrom) return { note: `not to ${otherName} here`, isOff: false };
  if (!isTo) return { note: `not from ${otherName} here`, isOff: false };
  return canListen(code) ? undefined : { note: 'typing only here', isOff: false };
}

/** What was said, the newest in view, until somebody looks for what was earlier. @param count of the turns */
function Exchange({ count, children }: { count: number; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  useEffect(() => {
    const [scrolled, inside] = [area.current, content.current];
    if (!scrolled || !inside) return;
    const follow = () => {
      if (isAtEnd.current) scrolled.scrollTop = scrolled.scrollHeight;
    };
    // It grows by words that are heard, and shrinks where a keyboard or a field comes up.
    const observer = new ResizeObserver(follow);
    observer.observe(scrolled);
    observer.observe(inside);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new turn comes into view
  useLayoutEffect(() => {
    isAtEnd.current = true;
  }, [count]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no group of fields
    <div
      ref={area}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: by the keyboard it is scrolled
      tabIndex={0}
      role="group"
      aria-label="What was said"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        // What grows meanwhile leaves it further from the end; only somebody who scrolls moves it back.
        if (scrollHeight - clientHeight - scrollTop < nearEndPx) isAtEnd.current = true;
        else if (scrollTop < lastTop.current) isAtEnd.current = false;
        lastTop.current = scrollTop;
      }}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-3 pt-3 focus-visible:outline-offset-0"
    >
      <div ref={content} className="mt-auto flex flex-col gap-2">
        {children}
      </div>
    </div>
  );
}

/** Closer to the end than a line, one is at the end. */
const nearEndPx = 24;

/** What is typed instead of said. It is there until it is sent, also when the view is closed meanwhile. */
function Draft({ side, dialogue, language, isAsked, onWriting, send }: DraftProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const draft = dialogue.drafts[side];
  const name = findLanguage(language)?.name;
  useEffect(() => {
    if (isAsked) area.current?.focus();
  }, [isAsked]);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!canSendDraft(dialogue, side)) return;
    area.current?.focus();
    send({ type: 'draft-sent', side });
    // To be read from where one sits.
    onWriting(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    submit(event);
  }

  return (
    <form onSubmit={submit} className="px-3 pt-2">
      <div className="flex items-end gap-2">
        <textarea
          ref={area}
          value={draft}
          lang={findLanguage(language)?.code}
          dir={draft === '' ? 'ltr' : directionOf(language)}
          rows={1}
          aria-label={`Text in ${name}`}
          placeholder={`Type in ${name}`}
          aria-invalid={isDraftTooLong(dialogue, side) || undefined}
          aria-describedby={`${id}-length`}
          enterKeyHint="send"
          spellCheck
          onFocus={() => onWriting(true)}
          onClick={() => onWriting(true)}
          onBlur={() => draft === '' && onWriting(false)}
          onChange={(event) => {
            onWriting(true);
            send({ type: 'drafted', side, text: event.currentTarget.value });
          }}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-24 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-edge bg-surface px-3 py-2 text-lg leading-snug placeholder:text-muted focus-visible:outline-offset-0 aria-invalid:border-danger"
        />
        <Button
          type="submit"
          look="primary"
          aria-label="Translate"
          data-tooltip="Translate"
          isDisabled={!canSendDraft(dialogue, side)}
          className="size-11 shrink-0 px-0!"
        >
          <Drawing path={drawings.send} />
        </Button>
      </div>
      <p id={`${id}-length`} role="alert" className="text-sm font-medium text-danger not-empty:mt-1">
        {isDraftTooLong(dialogue, side) &&
          `Shorten the text to ${dialogue.allowance.textCharacters.toLocaleString('en')} characters to translate it.`}
      </p>
    </form>
  );
}

interface DraftProps extends Pick<DialogueSideProps, 'side' | 'dialogue' | 'send'> {
  language: string;
  /** Somebody wants to type now, as opposed to there being no other way. */
  isAsked: boolean;
  /** Somebody begins to write, or is done. */
  onWriting: (isWriting: boolean) => void;
}
