import { useLayoutEffect, useRef, useState } from 'react';
import { getTextProps } from '../text-props.ts';
import { fitLargest, watchRoom } from './fit.ts';

/** Text in the largest font size that fits. If that is too small, the text scrolls. */
export function FittedText({ text, language, onTap }: FittedTextProps) {
  const container = useRef<HTMLDivElement>(null);
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isScrolling, setScrolling] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text may need a different size
  useLayoutEffect(() => {
    const [outer, inner] = [container.current, paragraph.current];
    if (!outer || !inner) return;
    return watchRoom(outer, () => setScrolling(!fitText(inner, outer)));
  }, [text, language]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the Speak button does the same
    <div
      ref={container}
      data-testid="shown"
      tabIndex={isScrolling ? 0 : undefined}
      onClick={() => {
        // Selecting text is not a tap.
        if (getSelection()?.isCollapsed !== false) onTap();
      }}
      className="grid min-h-32 flex-1 grid-cols-1 cursor-pointer overflow-y-auto overscroll-contain p-6 focus-visible:-outline-offset-2 sm:px-8"
    >
      <p
        ref={paragraph}
        id="shown-text"
        {...getTextProps(language)}
        className={`m-auto w-full leading-[1.3] font-semibold transition-none tracking-tight whitespace-pre-wrap ${isScrolling ? '' : 'text-center text-balance'}`}
      >
        {text}
      </p>
    </div>
  );
}

interface FittedTextProps {
  text: string;
  language: string;
  onTap: () => void;
}

/** Smallest size that is readable at arm's length. */
const minPx = 28;
/** Up to this size, words may break: one long word must not make the whole text small. */
const breakingPx = 44;

/** Sets the largest font size that fits. @returns whether there is one */
function fitText(paragraph: HTMLElement, container: HTMLElement): boolean {
  const { style } = paragraph;
  // Japanese phrases of up to six characters stay whole: browsers break one that does not fit, wherever they can.
  const maxPx = paragraph.lang === 'ja' ? paragraph.clientWidth / 6 : container.clientHeight;
  return fitLargest(minPx, Math.min(maxPx, container.clientHeight), (sizePx) => {
    style.fontSize = `${sizePx}px`;
    const isBreaking = sizePx <= breakingPx;
    style.overflowWrap = isBreaking ? 'anywhere' : 'normal';
    style.hyphens = isBreaking ? 'auto' : 'manual';
    return container.scrollHeight <= container.clientHeight && paragraph.scrollWidth <= paragraph.clientWidth;
  });
}
