import { areVariants, findLanguage, isLanguageCode } from '../../../shared/languages.ts';
import { NoticeButton } from '../../components/toasts/notice.tsx';
import { getShortName } from '../../language/language-name.ts';
import * as texts from '../../texts/languages.ts';
import type { MachineProps, TranslatorState } from '../translator/translator.ts';

export function Detection({ translator, send }: MachineProps) {
  const { isDetecting, original } = translator;
  const { message, pickableName } = describeDetection(translator);
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-3 px-2 text-sm empty:hidden">
      {isDetecting && (
        <>
          <span className="py-1 text-muted">{message}</span>
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
export function describeDetection(translator: TranslatorState): { message: string; pickableName?: string } {
  const { source, target, translation, original } = translator;
  if (!translation || !original.wasDetecting) {
    return { message: texts.typeInAny(getShortName(source)) };
  }
  const found = findLanguage(original.language);
  if (!found) return { message: texts.unknownLanguage };
  const name = getShortName(found.code);
  if (areVariants(found.code, target)) return { message: texts.alreadyIn(name) };
  const message = texts.detected(name);
  return isLanguageCode(found.code) ? { message, pickableName: name } : { message };
}
