import { findLanguage, isLanguageCode } from '../../../shared/languages.ts';
import { NoticeButton } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/languages.ts';
import type { Conversation, ConversationEvent } from '../conversation/conversation.ts';
import { nameWithoutRegion } from '../language-name.ts';

export function Detection({ conversation, send }: DetectionProps) {
  const { isDetecting, original } = conversation;
  const { sentence, usable } = describeDetection(conversation);
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-3 px-2 text-sm empty:hidden">
      {isDetecting && (
        <>
          <span className="py-1 text-muted">{sentence}</span>
          {usable && (
            <NoticeButton
              onClick={() => {
                // The button disappears; the heading takes the focus.
                document.getElementById('card-languages')?.focus({ preventScroll: true });
                send({ type: 'language-picked', side: 'source', code: original.language });
              }}
            >
              {texts.switchTo(usable)}
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

/** @returns `usable` names the detected language if it can be picked */
export function describeDetection(conversation: Conversation): { sentence: string; usable?: string } {
  const { source, target, translation, original } = conversation;
  if (!translation || !original.isDetected) {
    return { sentence: texts.typeInAny(nameWithoutRegion(source)) };
  }
  const found = findLanguage(original.language);
  if (!found) return { sentence: texts.detectionFailed };
  const name = nameWithoutRegion(found.code);
  if (found.translate === findLanguage(target)?.translate) return { sentence: texts.alreadyIn(name) };
  const sentence = texts.detected(name);
  return isLanguageCode(found.code) ? { sentence, usable: name } : { sentence };
}
