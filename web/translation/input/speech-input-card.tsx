import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef } from 'react';
import { findLanguage, typedDirectionOf } from '../../../shared/languages.ts';
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

/** What is heard, while it is heard and after. */
export const transcriptPart = partOf(() => import('./transcript.tsx').then((module) => module.Transcript));

/** What to do where nothing was heard. */
export const voiceHelp = partOf(() => import('./voice-help.tsx').then((module) => module.VoiceHelp));

/** Where one speaks or types. */
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
        onGiveUp={() => send({ type: 'cancelled' })}
      />
      <div
        data-testid="transcript"
        className="grid min-h-20 place-items-center rounded-control bg-sunken px-4 py-3 text-center"
      >
        {transcript || isVoice(phase) ? (
          <Later part={transcriptPart} props={{ conversation, onEdit }} failed={null} />
        ) : (
          <p className="text-muted">What you say appears here.</p>
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
  /** Why speech in the source language cannot be recognised here. */
  cannotRecognise: string | undefined;
  send: (event: ConversationEvent) => void;
}

function TypedText({ conversation, status, send, area }: TypedTextProps) {
  const id = useId();
  const { text, phase, source, allowance } = conversation;
  const language = languageOfText(conversation);
  const known = findLanguage(language);
  const isPending = phase === 'translating';
  const isLong = isTooLong(conversation);
  const { length } = text.trim();
  const most = allowance.textCharacters;

  function submit(event: FormEvent): void {
    event.preventDefault();
    send({ type: 'translate-asked' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send({ type: 'translate-asked' });
  }

  return (
    // A card to type in, once it is here, has the same text: one of the two is enough.
    <form onSubmit={submit} className="flex flex-1 flex-col [[data-typing]~&]:hidden">
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
      <textarea
        ref={area}
        id={id}
        value={text}
        lang={known && language}
        dir={typedDirectionOf(language)}
        readOnly={isVoice(phase)}
        placeholder={language.startsWith('en') ? 'Where is the train station?' : undefined}
        aria-invalid={isLong || undefined}
        aria-describedby={`${id}-count`}
        spellCheck
        rows={2}
        onChange={(event) => send({ type: 'typed', text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-64 min-h-20 w-full flex-1 resize-none rounded-control border border-edge bg-surface px-4 py-3 text-lg leading-relaxed placeholder:text-muted sm:min-h-24 read-only:bg-sunken focus-visible:outline-offset-0 aria-invalid:border-danger"
      />
      <div id="length-note" />
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
          className={`ml-auto text-sm tabular ${isLong ? 'font-medium text-danger' : 'text-muted'}`}
        >
          {formatCount(length)} / {formatCount(most)}
          <span className="sr-only"> characters</span>
        </p>
      </div>
      <AllowanceLine
        status={status}
        isUsedUp={allowance.isUsedUp}
        onAsk={() => send({ type: 'limit-asked-about' })}
      />
    </form>
  );
}

interface TypedTextProps extends Pick<SpeechInputCardProps, 'conversation' | 'status' | 'send'> {
  area: RefObject<HTMLTextAreaElement | null>;
}

const isMac = /Mac/.test(navigator.userAgent);

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
