import { findLanguage, isLanguageCode } from '../../../shared/languages.ts';
import { NoticeButton } from '../../components/toasts/notice.tsx';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';

/** While the language is to be found out: what that means, what it turned out to be, and the way to keep it. */
export function Detection({ conversation, send }: DetectionProps) {
  const { isDetecting, original } = conversation;
  const said = sayDetection(conversation);
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-3 px-2 text-sm empty:hidden">
      {isDetecting && (
        <>
          <span className="py-1 text-muted">{said.sentence}</span>
          {said.keeps && (
            <NoticeButton
              onClick={(event) => {
                // The button goes: the focus goes to the card's heading.
                event.currentTarget.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
                send({ type: 'language-picked', side: 'source', code: original.language });
              }}
            >
              Keep {said.keeps}
            </NoticeButton>
          )}
        </>
      )}
    </div>
  );
}

interface DetectionProps {
  conversation: Conversation;
  send: (event: ConversationEvent) => void;
}

/** @returns `keeps` is the name of the language that may stay */
export function sayDetection(conversation: Conversation): { sentence: string; keeps?: string } {
  const { source, target, textLanguage, translation, original } = conversation;
  if (!translation || translation.isPhrase || textLanguage !== undefined) {
    return { sentence: `Type in any language. Speaking stays in ${nameOf(source)}.` };
  }
  const found = findLanguage(original.language);
  if (!found) return { sentence: 'This is in a language that cannot be picked here.' };
  const name = nameOf(found.code);
  if (found.translate === findLanguage(target)?.translate) return { sentence: `This is in ${name} already.` };
  const sentence = `${name}, detected.`;
  return isLanguageCode(found.code) ? { sentence, keeps: name } : { sentence };
}

/** What is found out is a language, not whose. */
function nameOf(code: string): string {
  return findLanguage(code)?.name.replace(/ \(.*\)/, '') ?? code;
}
