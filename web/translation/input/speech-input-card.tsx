import { type KeyboardEvent, type RefObject, type SyntheticEvent, useId, useRef } from 'react';
import { findLanguage, getTypedDirection } from '../../../shared/languages.ts';
import { AllowanceLine } from '../../billing/allowance/allowance-line.tsx';
import type { Status } from '../../billing/status.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Later, partOf } from '../../components/later.tsx';
import { toasts } from '../../components/toasts/toasts.ts';
import {
  type Conversation,
  type ConversationEvent,
  canTranslate,
  isTooLong,
  isVoice,
  languageOfText,
} from '../conversation/conversation.ts';
import { RecordButton } from './record-button.tsx';

export const transcriptPart = partOf(() => import('./transcript.tsx').then((module) => module.Transcript));

export const voiceHelp = partOf(() => import('./voice-help.tsx').then((module) => module.VoiceHelp));

export function SpeechInputCard({ conversation, status, cannotRecognise, send }: SpeechInputCardProps) {
  const { phase, problem, guide, transcript } = conversation;
  const textArea = useRef<HTMLTextAreaElement>(null);

  function onTap(): void {
    if (cannotRecognise === undefined || phase !== 'idle') {
      send({ type: 'record-tapped' });
      return;
    }
    toasts.show({ tone: 'destructive', title: 'Voice Input Issue', description: cannotRecognise });
    textArea.current?.focus();
  }

  function onEdit(): void {
    const area = textArea.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }

  return (
    <Card title="Speech input" isTitleShown={false} className="flex flex-col gap-3 sm:gap-5">
      <RecordButton
        phase={phase}
        limit={cannotRecognise}
        onTap={onTap}
        onCancel={() => send({ type: 'cancelled' })}
      />
      <div
        data-testid="transcript"
        className="grid min-h-20 place-items-center rounded-control bg-sunken px-4 py-3 text-center"
      >
        {transcript || isVoice(phase) ? (
          <Later part={transcriptPart} props={{ conversation, onEdit }} failed={null} />
        ) : (
          <p className="text-muted">Your words will appear here.</p>
        )}
      </div>
      {(problem?.with === 'voice' || guide) && (
        <Later
          part={voiceHelp}
          props={{ conversation, onRetry: onTap, send }}
          failed={<p className="text-danger">{problem?.sentence}</p>}
        />
      )}
      <TypedText conversation={conversation} status={status} send={send} area={textArea} />
    </Card>
  );
}

interface SpeechInputCardProps {
  conversation: Conversation;
  status: Status | undefined;
  cannotRecognise: string | undefined;
  send: (event: ConversationEvent) => void;
}

function TypedText({ conversation, status, send, area }: TypedTextProps) {
  const id = useId();
  const { text, phase, allowance } = conversation;
  const language = languageOfText(conversation);
  const known = findLanguage(language);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    send({ type: 'translation-requested' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  }

  return (
    // Hidden while a guide shows the same text in a field.
    <form onSubmit={submit} className="flex flex-1 flex-col [[data-typing]~&]:hidden">
      <TextHead id={id} conversation={conversation} send={send} area={area} />
      <textarea
        ref={area}
        id={id}
        value={text}
        lang={known && language}
        dir={getTypedDirection(language)}
        readOnly={isVoice(phase)}
        placeholder={language.startsWith('en') ? 'Where is the train station?' : undefined}
        aria-invalid={isTooLong(conversation) || undefined}
        aria-describedby={`${id}-count`}
        spellCheck
        rows={2}
        onChange={(event) => send({ type: 'typed', text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-64 min-h-20 w-full flex-1 resize-none rounded-control border border-edge bg-surface px-4 py-3 text-lg leading-relaxed placeholder:text-muted sm:min-h-24 read-only:bg-sunken focus-visible:outline-offset-0 aria-invalid:border-danger"
      />
      <div id="length-note" />
      <TextFoot id={id} conversation={conversation} />
      <AllowanceLine
        status={status}
        isUsedUp={allowance.isUsedUp}
        onAsk={() => send({ type: 'limit-opened' })}
      />
    </form>
  );
}

interface TypedTextProps extends Pick<SpeechInputCardProps, 'conversation' | 'status' | 'send'> {
  area: RefObject<HTMLTextAreaElement | null>;
}

function TextHead({ id, conversation, send, area }: Omit<TypedTextProps, 'status'> & { id: string }) {
  const { text, phase, source } = conversation;
  const known = findLanguage(languageOfText(conversation));
  return (
    <div className="mb-1.5 flex min-h-11 items-center justify-between">
      <label htmlFor={id} className="font-medium">
        Type your text
      </label>
      {known && known !== findLanguage(source) && (
        <span className="ml-2 flex-1 text-sm text-muted">in {known.name}</span>
      )}
      {text !== '' && (
        <Button
          look="quiet"
          aria-label="Clear text"
          data-tooltip="Clear text"
          isDisabled={isVoice(phase)}
          onClick={() => {
            send({ type: 'text-cleared' });
            area.current?.focus();
          }}
          className="-mr-2"
        >
          <Icon name="close" />
        </Button>
      )}
    </div>
  );
}

function TextFoot({ id, conversation }: Pick<TypedTextProps, 'conversation'> & { id: string }) {
  const { text, phase, allowance } = conversation;
  const isPending = phase === 'translating';
  return (
    <div className="mt-3 flex flex-wrap items-center gap-4">
      <Button
        type="submit"
        look="primary"
        isDisabled={!canTranslate(conversation)}
        data-state={isPending ? 'pending' : 'ready'}
        className="min-h-12 flex-1 text-base sm:flex-none sm:px-8"
      >
        {isPending ? 'Translating...' : 'Translate Text'}
      </Button>
      <p className="hidden text-sm text-muted lg:block" aria-hidden="true">
        {isMac ? '⌘' : 'Ctrl'} + Enter
      </p>
      <p
        id={`${id}-count`}
        className={`ml-auto text-sm tabular ${isTooLong(conversation) ? 'font-medium text-danger' : 'text-muted'}`}
      >
        {formatCount(text.trim().length)} / {formatCount(allowance.textCharacters)}
        <span className="sr-only"> characters</span>
      </p>
    </div>
  );
}

const isMac = /Mac/.test(navigator.userAgent);

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
