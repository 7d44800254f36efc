import { useLayoutEffect, useRef, useState } from 'react';
import { watchSizes } from '../../browser/screen/sizes.ts';
import { getTextProps } from '../text-props.ts';

/** Text in the largest font size that fits. If that is too small, the text scrolls. */
export function FittedText({ text, language, onTap }: FittedTextProps) {
  const container = useRef<HTMLDivElement>(null);
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isScrolling, setScrolling] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text may need a different size
  useLayoutEffect(() => {
    const [outer, inner] = [container.current, paragraph.current];
    if (!outer || !inner) return;
    const fill = () => setScrolling(!fitText(inner, outer));
    const stopWatching = watchSizes([outer], fill);
    // Browsers may reload the font, and show a fallback until it arrives.
    document.fonts.addEventListener('loadingdone', fill);
    return () => {
      stopWatching();
      document.fonts.removeEventListener('loadingdone', fill);
    };
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
      className="grid min-h-32 flex-1 grid-cols-1 cursor-pointer overflow-y-auto overscroll-contain px-4 py-3 focus-visible:-outline-offset-2 sm:px-8"
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
  const tryFontSize = (sizePx: number) => {
    style.fontSize = `${sizePx}px`;
    const isBreaking = sizePx <= breakingPx;
    style.overflowWrap = isBreaking ? 'anywhere' : 'normal';
    style.hyphens = isBreaking ? 'auto' : 'manual';
    return container.scrollHeight <= container.clientHeight && paragraph.scrollWidth <= paragraph.clientWidth;
  };
  let max = Math.max(minPx, container.clientHeight);
  let min = minPx;
  if (!tryFontSize(min)) return false;
  while (max - min > 1) {
    const middle = Math.floor((min + max) / 2);
    if (tryFontSize(middle)) min = middle;
    else max = middle;
  }
  return tryFontSize(min);
}
