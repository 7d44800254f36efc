import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useId,
  useRef,
} from 'react';
import { findLanguage, getTypedDirection } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import { hasText } from '../../../shared/text/has-text.ts';
import { AllowanceWarning } from '../../billing/allowance/allowance-warning.tsx';
import type { Status } from '../../billing/status.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { defineLazy, Lazy } from '../../components/lazy.tsx';
import { toasts } from '../../components/toasts/toasts.ts';
import { findName, getName } from '../../language/language-name.ts';
import { shownLanguage } from '../../language/shown-language.ts';
import * as texts from '../../texts/translator.ts';
import {
  canSubmit,
  getTextLanguage,
  isTooLong,
  isTranslatingNext,
  isUnsure,
  isVoicePhase,
  type MachineProps,
} from '../translator/translator.ts';
import { RecordButton } from './record-button.tsx';

export const lazyTranscript = defineLazy(() => import('./transcript.tsx'), 'Transcript');

export const voiceHelp = defineLazy(() => import('./voice-help.tsx'), 'VoiceHelp');

export function SpeechInputCard({ translator, status, recognitionProblem, send }: SpeechInputCardProps) {
  const { phase, problem, guide } = translator;
  const textArea = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();

  const onTap = useCallback(() => {
    if (recognitionProblem === undefined || phase !== 'idle') {
      send({ type: 'record-tapped' });
      return;
    }
    toasts.show({ tone: 'destructive', title: texts.voiceInputIssue, description: recognitionProblem });
    textArea.current?.focus();
  }, [recognitionProblem, phase, send]);

  return (
    <Card
      id="card-speech-input"
      title={texts.speechInput}
      isTitleShown={false}
      isPane
      className="flex grow flex-col md:mobile:overflow-clip"
    >
      {(problem?.kind === 'voice' || guide) && (
        <Lazy
          component={voiceHelp}
          props={{ translator, onRetry: onTap, send }}
          failed={<p className="text-danger">{problem?.text}</p>}
        />
      )}
      <TypedText
        translator={translator}
        status={status}
        note={recognitionProblem && <FieldNote id={noteId}>{recognitionProblem}</FieldNote>}
        send={send}
        area={textArea}
      />
      <MemoizedRecordButton
        phase={phase}
        isSolid={!isTranslatingNext(translator)}
        noteId={recognitionProblem && noteId}
        onTap={onTap}
        send={send}
      />
    </Card>
  );
}

const isMac = /Mac/.test(navigator.userAgent);

/** Typing does not re-render it. */
const MemoizedRecordButton = memo(RecordButton);

interface SpeechInputCardProps extends MachineProps {
  status: Status | undefined;
  recognitionProblem: string | undefined;
}

function TypedText({ translator, status, note, send, area }: TypedTextProps) {
  const id = useId();
  const { text, phase } = translator;
  const hasDoubt = isUnsure(translator);
  const language = getTextLanguage(translator);
  const known = findLanguage(language);
  const isVoiceInput = isVoicePhase(phase);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    send({ type: 'translation-requested' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  }

  return (
    // Hidden while a guide has the text in its own field.
    <form onSubmit={submit} className="flex grow flex-col [[data-typing]~&]:hidden">
      <TextHeader id={id} translator={translator} send={send} area={area} />
      {isVoiceInput && (
        <div
          data-testid="transcript"
          className="flex max-h-64 min-h-16 grow items-start py-1 desktop:max-h-none desktop:basis-0"
        >
          <Lazy component={lazyTranscript} props={{ translator }} failed={null} />
        </div>
      )}
      <textarea
        ref={area}
        id={id}
        hidden={isVoiceInput}
        value={text}
        lang={known && language}
        dir={getTypedDirection(language)}
        placeholder={language.startsWith('en') ? texts.example : undefined}
        aria-invalid={isTooLong(translator) || undefined}
        aria-describedby={hasDoubt ? `${id}-count doubt` : `${id}-count`}
        spellCheck
        enterKeyHint="enter"
        maxLength={limits.fieldCharacters}
        rows={2}
        onChange={(event) => send({ type: 'typed', text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        // A note takes as much of its height, so that it moves nothing.
        className={`field-sizing-content -mx-2 max-h-64 grow resize-none rounded-control px-2 text-lg leading-relaxed placeholder:text-muted focus-visible:-outline-offset-2 desktop:max-h-none aria-invalid:text-danger ${note ? 'min-h-8 py-0' : 'min-h-16 py-1'}`}
      />
      {note}
      {/* Hides text that would show between the button and the edge of a phone in landscape. */}
      <div className="z-10 bg-surface desktop:sticky desktop:bottom-0 mobile:sticky mobile:bottom-[min(var(--dock)+var(--keyboard,0px),var(--room))] md:mobile:bottom-[min(2.5rem,(100dvh-20rem)*99)] md:mobile:[box-shadow:0_2.5rem_var(--color-surface)]">
        <div id="text-notes" />
        <TextFooter id={id} translator={translator} status={status} send={send} />
      </div>
    </form>
  );
}

/** Two lines on a phone. */
function FieldNote({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="min-h-8 text-xs/4 text-muted">
      {children}
    </p>
  );
}

interface TypedTextProps extends Pick<SpeechInputCardProps, 'translator' | 'status' | 'send'> {
  /** Why the microphone does not work here. */
  note: ReactNode;
  area: RefObject<HTMLTextAreaElement | null>;
}

function TextHeader({ id, translator, send, area }: TextHeaderProps) {
  const { text, phase, source, allowance } = translator;
  const known = findLanguage(getTextLanguage(translator));
  const isVoiceInput = isVoicePhase(phase);
  return (
    <div className="flex min-h-9 items-center gap-2 text-sm text-muted">
      <label htmlFor={id} hidden={isVoiceInput} className="font-semibold text-accent">
        {texts.typeYourText}
      </label>
      {isVoiceInput && <p>{texts.voiceInputIn(findName(source))}</p>}
      {!isVoiceInput && known && known !== findLanguage(source) && (
        <p>{texts.inLanguage(getName(known.code))}</p>
      )}
      <p
        id={`${id}-count`}
        hidden={isVoiceInput}
        className={`ms-auto tabular ${isTooLong(translator) ? 'font-medium text-danger' : ''}`}
      >
        <span>{`${formatCount(text.trim().length)} / ${formatCount(allowance.textCharacters)}`}</span>
        <span className="sr-only">{` ${texts.characters}`}</span>
      </p>
      {!isVoiceInput && text !== '' && (
        <Button
          variant="quiet"
          aria-label={texts.clearText}
          data-tooltip={texts.clearText}
          onClick={() => {
            send({ type: 'text-cleared' });
            area.current?.focus();
          }}
          className="-mx-2 -my-1"
        >
          <Icon name="close" />
        </Button>
      )}
    </div>
  );
}

interface TextHeaderProps extends Pick<TypedTextProps, 'translator' | 'send' | 'area'> {
  id: string;
}

function TextFooter({ id, translator, status, send }: TextFooterProps) {
  const { text, phase, allowance } = translator;
  const isPending = phase === 'translating';
  const reason = !hasText(text) && phase === 'idle' ? texts.nothingToTranslate : undefined;
  return (
    // If the row wraps, the button stays beside the record button.
    <div className="flex flex-row-reverse flex-wrap items-center justify-end gap-x-4 gap-y-1 py-0.5 md:mobile:pe-40 desktop:min-h-14 desktop:flex-row desktop:ps-50">
      <AllowanceWarning
        status={status}
        isUsedUp={allowance.isUsedUp}
        onShowOptions={() => send({ type: 'limit-dialog-opened' })}
      />
      <p className="hidden text-sm text-muted xl:peer-empty:block" aria-hidden="true">
        {isMac ? '⌘ + Enter' : 'Ctrl + Enter'}
      </p>
      <Button
        type="submit"
        variant={isTranslatingNext(translator) ? 'primary' : 'tonal'}
        isDisabled={!canSubmit(translator)}
        aria-describedby={reason && `${id}-reason`}
        data-tooltip={reason}
        data-state={isPending ? 'pending' : 'ready'}
        className="flex-1 text-base sm:min-w-36 sm:flex-none"
      >
        {isPending ? texts.translating : texts.translateText}
      </Button>
      {reason && (
        <span id={`${id}-reason`} hidden>
          {reason}
        </span>
      )}
    </div>
  );
}

interface TextFooterProps extends Pick<TypedTextProps, 'translator' | 'status' | 'send'> {
  id: string;
}

function formatCount(count: number): string {
  return count.toLocaleString(shownLanguage);
}
