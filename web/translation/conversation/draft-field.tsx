import { type SyntheticEvent, useEffect, useRef } from 'react';
import { findLanguage, getDirection } from '../../../shared/languages.ts';
import { isSubmitKey } from '../../browser/submit-key.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { PathIcon } from '../../components/icon.tsx';
import * as texts from '../../texts/conversation.ts';
import { iconPaths } from '../icon-paths.ts';
import {
  type Conversation,
  type ConversationEvent,
  canSendDraft,
  isDraftTooLong,
  type Side,
} from './conversation.ts';

export function DraftField({ side, conversation, language, isRequested, onEditing, send }: DraftFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const text = conversation.drafts[side];
  const isTooLong = isDraftTooLong(conversation, side);
  const maxCharacters = conversation.allowance.textCharacters.toLocaleString('en');
  const name = findLanguage(language)?.name ?? language;
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
      <div className="flex items-end gap-2">
        <textarea
          ref={area}
          value={text}
          lang={findLanguage(language)?.code}
          dir={text === '' ? 'ltr' : getDirection(language)}
          rows={1}
          aria-label={texts.textIn(name)}
          placeholder={texts.typeIn(name)}
          aria-invalid={isTooLong || undefined}
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
      <p id={`${side}-length`} role="alert" className="text-sm font-medium text-danger not-empty:mt-1">
        {isTooLong && texts.tooLong(maxCharacters)}
      </p>
    </form>
  );
}

interface DraftFieldProps {
  side: Side;
  conversation: Conversation;
  send: (event: ConversationEvent) => void;
  language: string;
  /** The person chose to type; otherwise the language has no voice input. */
  isRequested: boolean;
  onEditing: (isEditing: boolean) => void;
}
