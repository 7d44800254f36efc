import { type ReactNode, useLayoutEffect, useRef } from 'react';
import * as texts from '../../texts/conversation.ts';

/** Scrolls to each new turn. A reversed column stays at its end while text grows, unless the reader has scrolled back. */
export function MessageList({ count, children }: { count: number; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new turn is scrolled to
  useLayoutEffect(() => {
    if (area.current) area.current.scrollTop = 0;
  }, [count]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no fields
    <div
      ref={area}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      role="group"
      aria-label={texts.messages}
      className="flex min-h-0 flex-1 flex-col-reverse tight:max-h-[60dvh] tight:flex-none overflow-y-auto overscroll-contain px-3 pt-3 focus-visible:outline-offset-0"
    >
      <div className="flex flex-col gap-2">{children}</div>
    </div>
  );
}
