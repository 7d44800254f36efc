import { useLayoutEffect, useRef } from 'react';
import * as texts from '../texts/site.ts';
import { Notice, NoticeButton } from './toasts/notice.tsx';

/** If it has the focus when it disappears, the card's heading takes the focus. */
export function RetryNotice({ children, onRetry }: { children: string; onRetry: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = container.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      element.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={container} role="alert">
      <Notice tone="danger" action={<NoticeButton onClick={onRetry}>{texts.tryAgain}</NoticeButton>}>
        {children}
      </Notice>
    </div>
  );
}
