import { useLayoutEffect, useRef } from 'react';
import * as texts from '../texts/site.ts';
import { Notice, NoticeButton } from './toasts/notice.tsx';

/** If it has the focus when it disappears, the heading of its section or dialog takes the focus. */
export function RetryNotice({ children, isRetrying = false, onRetry }: RetryNoticeProps) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = container.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      element.closest('section, dialog')?.querySelector('h2')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={container}>
      <Notice
        tone="danger"
        action={
          <NoticeButton onClick={onRetry}>{isRetrying ? texts.tryingAgain : texts.tryAgain}</NoticeButton>
        }
      >
        <p role="alert">{children}</p>
      </Notice>
    </div>
  );
}

interface RetryNoticeProps {
  children: string;
  isRetrying?: boolean;
  onRetry: () => void;
}
