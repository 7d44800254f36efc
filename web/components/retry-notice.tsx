import { useLayoutEffect, useRef } from 'react';
import * as texts from '../texts/site.ts';
import { Notice, NoticeButton } from './toasts/notice.tsx';

/** When it disappears, the focus moves from its button to the card's heading. */
export function RetryNotice({ children, onRetry }: { children: string; onRetry: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      element.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={place} role="alert">
      <Notice tone="danger" action={<NoticeButton onClick={onRetry}>{texts.tryAgain}</NoticeButton>}>
        {children}
      </Notice>
    </div>
  );
}
