import { areVariants, findLanguage, isLanguageCode } from '../../../shared/languages.ts';
import { NoticeButton } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/languages.ts';
import type { Conversation, ConversationProps } from '../conversation/conversation.ts';
import { getShortName } from '../language-name.ts';

export function Detection({ conversation, send }: ConversationProps) {
  const { isDetecting, original } = conversation;
  const { sentence, pickableName } = describeDetection(conversation);
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-3 px-2 text-sm empty:hidden">
      {isDetecting && (
        <>
          <span className="py-1 text-muted">{sentence}</span>
          {pickableName && (
            <NoticeButton
              onClick={() => {
                // The button disappears; the heading takes the focus.
                document.getElementById('card-languages')?.focus({ preventScroll: true });
                send({ type: 'language-picked', side: 'source', code: original.language });
              }}
            >
              {texts.switchTo(pickableName)}
            </NoticeButton>
          )}
        </>
      )}
    </div>
  );
}

/** @returns `pickableName` is the detected language's name, if it can be picked */
export function describeDetection(conversation: Conversation): { sentence: string; pickableName?: string } {
  const { source, target, translation, original } = conversation;
  if (!translation || !original.isDetected) {
    return { sentence: texts.typeInAny(getShortName(source)) };
  }
  const found = findLanguage(original.language);
  if (!found) return { sentence: texts.unknownLanguage };
  const name = getShortName(found.code);
  if (areVariants(found.code, target)) return { sentence: texts.alreadyIn(name) };
  const sentence = texts.detected(name);
  return isLanguageCode(found.code) ? { sentence, pickableName: name } : { sentence };
}
