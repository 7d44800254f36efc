import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { watchSizes } from '../../browser/screen/sizes.ts';
import * as texts from '../../texts/conversation.ts';

/**
 * A reversed column stays at its end while the turns grow. A reader who has scrolled back stays where they are, until
 * they speak again.
 */
export function MessageList({ newest, children }: MessageListProps) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new turn of this side is scrolled to
  useLayoutEffect(() => {
    if (area.current) area.current.scrollTop = 0;
  }, [newest]);
  useEffect(() => {
    const [outer, inner] = [area.current, content.current];
    return outer && inner ? keepPlace(outer, inner) : undefined;
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no fields
    <div
      ref={area}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      role="group"
      aria-label={texts.messages}
      className="messages flex min-h-0 flex-1 flex-col-reverse tight:max-h-[60dvh] tight:flex-none overflow-y-auto overscroll-contain px-3 pt-3 focus-visible:outline-offset-0"
    >
      {/* The last turn of each side fits its half, also with large text. */}
      <div ref={content} className="flex flex-col gap-2 text-[length:min(1rem,max(16px,8cqh))]">
        {children}
      </div>
    </div>
  );
}

interface MessageListProps {
  /** Of the turns of this side: its number. */
  newest: number | undefined;
  children: ReactNode;
}

/** Not every browser keeps what is read in place when something is added below it. */
function keepPlace(outer: HTMLElement, inner: HTMLElement): () => void {
  let height = inner.offsetHeight;
  return watchSizes([inner], () => {
    const added = inner.offsetHeight - height;
    height += added;
    if (outer.scrollTop < 0) outer.scrollTop -= added;
  });
}
