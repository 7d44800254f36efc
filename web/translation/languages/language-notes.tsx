import { useStore } from '../../browser/store.ts';
import { NoticeButton } from '../../components/toasts/notice.tsx';
import * as texts from '../../texts/translator.ts';
import { privateMode } from '../private-mode.ts';
import type { TranslatorProps } from '../translator/translator.ts';
import { Detection } from './detection.tsx';

export function LanguageNotes({ translator, send }: Pick<TranslatorProps, 'translator' | 'send'>) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-2 pt-1 not-has-[p,span]:hidden">
      <Detection translator={translator} send={send} />
      <PrivateModeNotice />
    </div>
  );
}

function PrivateModeNotice() {
  const isPrivate = useStore(privateMode);
  return (
    <div role="status" className="empty:hidden">
      {isPrivate && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-control bg-accent-soft px-3 text-sm">
          <span className="py-2">{texts.historyOff}</span>
          <NoticeButton
            onClick={() => {
              document.getElementById('card-languages')?.focus({ preventScroll: true });
              privateMode.set(false);
            }}
          >
            <span>{texts.turnOff}</span>
            <span className="sr-only">{` ${texts.privateMode}`}</span>
          </NoticeButton>
        </p>
      )}
    </div>
  );
}
