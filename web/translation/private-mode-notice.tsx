import { useStore } from '../browser/store.ts';
import { NoticeButton } from '../components/toasts/notice.tsx';
import * as texts from '../texts/translator.ts';
import { privateMode } from './private-mode.ts';

export function PrivateModeNotice() {
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
            {texts.turnOff}
            <span className="sr-only"> {texts.privateMode}</span>
          </NoticeButton>
        </p>
      )}
    </div>
  );
}
