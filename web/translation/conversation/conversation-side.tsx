import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { findLanguage, getDirection } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import { isSubmitKey } from '../../browser/input-method.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { onSingleTap } from '../../components/controls/single-tap.ts';
import { Icon, PathIcon } from '../../components/icon.tsx';
import { getName } from '../../language/language-name.ts';
import { shownLanguage } from '../../language/shown-language.ts';
import { canTranslate, type Health } from '../../system/health.ts';
import * as texts from '../../texts/conversation.ts';
import { iconPaths } from '../icon-paths.ts';
import { RecordExtras } from '../input/record-extras.tsx';
import { recordLooks } from '../input/record-looks.ts';
import { Transcript } from '../input/transcript.tsx';
import { LanguageSelect } from '../languages/language-select.tsx';
import { isVoicePhase, type Phase, type TranslatorEvent } from '../translator/translator.ts';
import {
  type Conversation,
  type ConversationEvent,
  canSendDraft,
  getOtherSide,
  isDraftTooLong,
  languageOf,
  type Side,
} from './conversation.ts';
import { ConversationTurn } from './conversation-turn.tsx';
import { MessageList } from './message-list.tsx';
import { findSideText, SideText } from './side-texts.tsx';

/** One side's half of the screen, with the turns as that side reads them. */
export function ConversationSide(props: ConversationSideProps) {
  const { side, conversation, canListen, isFlipped, note, children } = props;
  const half = useRef<HTMLElement>(null);
  const [isFieldRequested, setFieldRequested] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const isFieldShown = isFieldRequested || !canListen(languageOf(conversation, side));
  // Upright while its reader types: they then hold the phone, and its keyboard is upright.
  const hasTurn = conversation.side === side && isVoicePhase(conversation.phase);
  const isUpsideDown = isFlipped && !(isFieldShown && isEditing);

  return (
    <section
      ref={half}
      aria-label={side === 'near' ? texts.yourSide : texts.theirSide}
      data-voice={side === 'near' ? 'you' : 'them'}
      data-turn={hasTurn || undefined}
      // Whose turn it is can be seen from across a table.
      className={`flex min-h-0 min-w-0 flex-1 basis-0 flex-col data-turn:bg-accent-soft data-turn:outline-8 data-turn:-outline-offset-8 data-turn:outline-accent tight:flex-none tight:not-first:border-t tight:border-line ${isUpsideDown ? 'rotate-180' : ''}`}
    >
      <MessageList newest={conversation.turns.findLast((turn) => turn.side === side)?.id}>
        {note}
        <Prompt {...props} />
        <Turns {...props} half={half} />
        <Progress {...props} />
        {children}
      </MessageList>
      {isFieldShown && <DraftField {...props} isRequested={isFieldRequested} onEditing={setEditing} />}
      <Controls
        {...props}
        half={half}
        isFieldShown={isFieldShown}
        onToggle={() => setFieldRequested(!isFieldRequested)}
      />
    </section>
  );
}

interface ConversationSideProps {
  side: Side;
  conversation: Conversation;
  health: Health | undefined;
  canListen: (language: string) => boolean;
  isFlipped: boolean;
  /** Above the turns. */
  note?: ReactNode;
  children?: ReactNode;
  send: (event: ConversationEvent | TranslatorEvent) => void;
}

interface SidePartProps extends ConversationSideProps {
  half: RefObject<HTMLElement | null>;
}

const pendingPhases: readonly Phase[] = ['finishing', 'recognising', 'translating'];

function Prompt({ side, conversation, canListen }: ConversationSideProps) {
  if (conversation.turns.length > 0 || conversation.phase !== 'idle') return null;
  const code = languageOf(conversation, side);
  return (
    <SideText
      code={code}
      notice={canListen(code) ? 'speak' : 'type'}
      className="m-auto max-w-xs px-4 py-3 text-center"
    />
  );
}

function Turns({ side, conversation, health, send, half }: SidePartProps) {
  const { phase, turns, turnId, allowance } = conversation;

  function retry(id: number): void {
    send({ type: 'turn-retried', id });
    half.current?.querySelector<HTMLElement>('[data-talk]')?.focus({ preventScroll: true });
  }

  return (
    <ol className="flex list-none flex-col gap-2">
      {turns.map((turn) => (
        <ConversationTurn
          key={turn.id}
          turn={turn}
          side={side}
          isNewest={turn === turns.at(-1)}
          readerLanguage={languageOf(conversation, side)}
          isPending={turn.id === turnId && pendingPhases.includes(phase)}
          health={health}
          onRetry={
            phase === 'idle' && turn.text.length <= allowance.textCharacters
              ? () => retry(turn.id)
              : undefined
          }
        />
      ))}
    </ol>
  );
}

function Progress({ side, conversation }: ConversationSideProps) {
  const { phase, problem, voiceFailures, nextSide, turnId, interim, clips } = conversation;
  const advice = problem?.advice ?? (voiceFailures > 1 ? texts.typeInstead : undefined);
  const isListening = isVoicePhase(phase) && turnId === undefined;
  const code = languageOf(conversation, side);
  if (conversation.side !== side) {
    const notice = nextSide === side ? 'next' : 'listen';
    return isListening && <SideText code={code} notice={notice} className="py-2 text-center" />;
  }
  return (
    <>
      {isListening && (
        <div className="grid min-h-14 place-items-center rounded-control bg-accent-soft px-3 py-2 text-center">
          {phase === 'finishing' && interim === '' ? (
            <SideText code={code} notice="wait" />
          ) : (
            <Transcript translator={conversation} />
          )}
        </div>
      )}
      {problem?.kind === 'voice' && clips.length === 0 && (
        <div role="alert" className="rounded-control bg-danger-soft px-3 py-2 text-danger wrap-anywhere">
          <p>{problem.text}</p>
          {advice && <p>{advice}</p>}
        </div>
      )}
    </>
  );
}

function Controls(props: SidePartProps & { isFieldShown: boolean; onToggle: () => void }) {
  const { side, conversation, canListen, send, isFieldShown, onToggle } = props;
  const code = languageOf(conversation, side);
  const other = languageOf(conversation, getOtherSide(side));

  return (
    // Where the three do not fit beside each other, the language has its own row.
    <div className="capped flex flex-wrap items-center justify-center gap-x-2 gap-y-[min(0.5rem,1.5dvh)] px-2 py-[min(0.5rem,1.5dvh)]">
      <div className="flex min-w-26 flex-1 basis-0 beside:min-w-[max(6.5rem,min(11.5rem,50%))]">
        <LanguageSelect
          label={side === 'near' ? texts.you : texts.them}
          code={code}
          isOwnNameShown
          findRestriction={(code) => findRestriction(code, other, props)}
          onPick={(code) => send({ type: 'side-language-picked', side, code })}
        />
      </div>
      <TalkButton {...props} />
      <div className="flex min-w-11 flex-1 basis-0 justify-end">
        {canListen(code) && (
          <IconButton
            label={texts.typeIn(getName(code))}
            tooltip={texts.type}
            aria-expanded={isFieldShown}
            onClick={onToggle}
            className="aria-expanded:bg-sunken aria-expanded:text-ink"
          >
            <PathIcon path={iconPaths.keyboard} className="size-6" />
          </IconButton>
        )}
      </div>
    </div>
  );
}

/** A language is unavailable only if neither direction can be translated. */
function findRestriction(code: string, other: string, { health, canListen }: ConversationSideProps) {
  const otherName = getName(other);
  const canTranslateFrom = canTranslate(health, code, other);
  const canTranslateTo = canTranslate(health, other, code);
  if (!canTranslateFrom && !canTranslateTo) return { note: texts.notWith(otherName), isUnavailable: true };
  if (!canTranslateFrom) return { note: texts.notTo(otherName), isUnavailable: false };
  if (!canTranslateTo) return { note: texts.notFrom(otherName), isUnavailable: false };
  return canListen(code) ? undefined : { note: texts.typingOnly, isUnavailable: false };
}

function TalkButton({ side, conversation, canListen, half, send }: SidePartProps) {
  const code = languageOf(conversation, side);
  const hasVoiceInput = canListen(code);
  const phase = conversation.side === side ? conversation.phase : 'idle';
  const isWaiting = conversation.nextSide === side;
  const { label, icon } = recordLooks[phase];
  const action = phase === 'idle' ? texts.speakIn(getName(code)) : label;

  function onTap(): void {
    if (hasVoiceInput || phase !== 'idle') send({ type: 'talk-tapped', side });
    else half.current?.querySelector('textarea')?.focus();
  }

  return (
    <div className="relative grid size-[min(4rem,64px,15dvh)] tight:size-14 place-items-center">
      <RecordExtras phase={phase} onCancel={() => send({ type: 'cancelled' })} />
      {(isWaiting || (phase !== 'idle' && phase !== 'listening')) && (
        <span className="absolute -inset-1.5 animate-spin rounded-full border-3 border-transparent border-t-accent" />
      )}
      <button
        type="button"
        data-state={phase}
        data-talk
        aria-label={isWaiting && conversation.phase !== 'idle' ? texts.cancelTurn : action}
        aria-disabled={(phase === 'idle' && !hasVoiceInput) || undefined}
        {...onSingleTap(onTap)}
        className={`relative grid size-full touch-manipulation place-items-center rounded-full transition-[background-color,scale] duration-200 ease-calm select-none active:[scale:0.95] aria-disabled:bg-sunken aria-disabled:text-muted ${
          isWaiting
            ? 'bg-accent-soft text-accent'
            : 'bg-accent text-on-accent float-shadow hover:bg-accent-strong aria-disabled:[box-shadow:none]'
        }`}
      >
        <Icon name={icon} className="size-7" />
      </button>
    </div>
  );
}

function DraftField({ side, conversation, isRequested, onEditing, send }: DraftFieldProps) {
  const language = languageOf(conversation, side);
  const area = useRef<HTMLTextAreaElement>(null);
  const text = conversation.drafts[side];
  useEffect(() => (isRequested ? area.current?.focus() : undefined), [isRequested]);
  const startEditing = () => onEditing(true);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!canSendDraft(conversation, side)) return;
    area.current?.focus();
    send({ type: 'draft-sent', side });
    // Turns the half back to its reader.
    onEditing(false);
  }

  return (
    <form onSubmit={submit} className="px-3 pt-2">
      {/* Not inside the field: its language is for what is typed. */}
      <label htmlFor={`${side}-draft`} className="sr-only">
        {texts.textIn(getName(language))}
      </label>
      <div className="flex items-end gap-2">
        <textarea
          ref={area}
          value={text}
          id={`${side}-draft`}
          lang={findLanguage(language)?.code}
          dir={getDirection(language)}
          rows={1}
          maxLength={limits.fieldCharacters}
          placeholder={findSideText(language, 'type')}
          aria-invalid={isDraftTooLong(conversation, side) || undefined}
          aria-describedby={`${side}-length`}
          enterKeyHint="send"
          spellCheck
          onFocus={startEditing}
          onClick={startEditing}
          onBlur={() => text === '' && onEditing(false)}
          onChange={({ currentTarget }) => {
            startEditing();
            send({ type: 'drafted', side, text: currentTarget.value });
          }}
          onKeyDown={(event) => isSubmitKey(event) && submit(event)}
          className="field-sizing-content max-h-24 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-edge bg-surface px-3 py-2 text-lg leading-snug placeholder:text-muted focus-visible:outline-offset-0 aria-invalid:border-danger"
        />
        <IconButton
          type="submit"
          variant="primary"
          label={texts.translate}
          isDisabled={!canSendDraft(conversation, side)}
          className="size-11 shrink-0 px-0!"
        >
          <PathIcon path={iconPaths.send} />
        </IconButton>
      </div>
      <LengthProblem {...{ side, conversation }} />
    </form>
  );
}

function LengthProblem({ side, conversation }: Pick<DraftFieldProps, 'side' | 'conversation'>) {
  return (
    <p id={`${side}-length`} role="alert" className="text-sm font-medium text-danger not-empty:mt-1">
      {isDraftTooLong(conversation, side) &&
        texts.tooLong(conversation.allowance.textCharacters.toLocaleString(shownLanguage))}
    </p>
  );
}

interface DraftFieldProps extends ConversationSideProps {
  /** The person chose to type; otherwise the language has no voice input. */
  isRequested: boolean;
  onEditing: (isEditing: boolean) => void;
}
