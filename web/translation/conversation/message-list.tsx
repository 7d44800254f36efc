import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import * as texts from '../../texts/conversation.ts';

/** Scrolls to each new turn. Growing text scrolls too, unless the reader has scrolled back. */
export function MessageList({ count, children }: { count: number; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  useEffect(() => {
    const [scrolled, inside] = [area.current, content.current];
    if (!scrolled || !inside) return;
    const follow = () => {
      if (isAtEnd.current) scrolled.scrollTop = scrolled.scrollHeight;
    };
    // The text grows while it is recognised, and the area shrinks for a keyboard.
    const observer = new ResizeObserver(follow);
    observer.observe(scrolled);
    observer.observe(inside);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new turn is scrolled to
  useLayoutEffect(() => {
    isAtEnd.current = true;
  }, [count]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no fields
    <div
      ref={area}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      role="group"
      aria-label={texts.messages}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        // Growing text moves the end away; only scrolling decreases `scrollTop`.
        if (scrollHeight - clientHeight - scrollTop < nearEndPx) isAtEnd.current = true;
        else if (scrollTop < lastTop.current) isAtEnd.current = false;
        lastTop.current = scrollTop;
      }}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-3 pt-3 focus-visible:outline-offset-0"
    >
      <div ref={content} className="mt-auto flex flex-col gap-2">
        {children}
      </div>
    </div>
  );
}

const nearEndPx = 24;
