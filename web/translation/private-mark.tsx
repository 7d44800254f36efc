import { useStore } from '../browser/store.ts';
import { NoticeButton } from '../components/toasts/notice.tsx';
import { privateMode } from './private-mode.ts';

export function PrivateMark() {
  const isPrivate = useStore(privateMode);
  return (
    <div role="status" className="empty:hidden">
      {isPrivate && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-control bg-accent-soft px-3 text-sm">
          <span className="py-2">Private mode: nothing is saved.</span>
          <NoticeButton
            onClick={() => {
              document.getElementById('card-languages')?.focus({ preventScroll: true });
              privateMode.set(false);
            }}
          >
            Turn off<span className="sr-only"> private mode</span>
          </NoticeButton>
        </p>
      )}
    </div>
  );
}
