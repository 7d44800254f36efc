import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { directionOf, findLanguage } from '../../../shared/languages.ts';

/**
 * A text in the largest letters that its place has room for, to be read from across a counter. One that would be too
 * small to read is scrolled.
 *
 * @param isTurned upside down: for who sits opposite
 * @param onTap a tap anywhere on it
 */
export function ShownText({ text, language, isTurned, onTap }: ShownTextProps) {
  const place = useRef<HTMLDivElement>(null);
  const letters = useRef<HTMLParagraphElement>(null);
  const [isScrolling, setScrolling] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another size
  useLayoutEffect(() => {
    const [around, paragraph] = [place.current, letters.current];
    if (!around || !paragraph) return;
    const fill = () => setScrolling(!enlarge(paragraph, around));
    const observer = new ResizeObserver(fill);
    observer.observe(around);
    // Where the look of the page changes, browsers may ask for its font anew, and go on without it.
    document.fonts.addEventListener('loadingdone', fill);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fill);
    };
  }, [text, language]);
  const code = findLanguage(language)?.code;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: its button does the same
    <div
      ref={place}
      data-testid="shown"
      data-turned={isTurned || undefined}
      tabIndex={isScrolling ? 0 : undefined}
      onClick={() => {
        // Whoever marks words with the mouse wants the words.
        if (getSelection()?.isCollapsed !== false) onTap();
      }}
      className={`grid min-h-32 flex-1 grid-cols-1 cursor-pointer overflow-y-auto overscroll-contain px-4 py-3 transition-[rotate] duration-300 ease-calm focus-visible:-outline-offset-2 sm:px-8 ${
        isTurned ? '[rotate:180deg]' : ''
      }`}
    >
      <p
        ref={letters}
        lang={code}
        dir={directionOf(language)}
        className={`m-auto w-full font-semibold tracking-tight whitespace-pre-wrap ${isScrolling ? '' : 'text-center text-balance'}`}
        style={{ ...measured, wordBreak: wordBreaks[code ?? ''] }}
      >
        {text}
      </p>
    </div>
  );
}

interface ShownTextProps {
  text: string;
  language: string;
  isTurned: boolean;
  onTap: () => void;
}

/** Where no motion is wanted every change takes a moment, before which an element has its old size: not this one. */
const measured: CSSProperties = { lineHeight: 1.3, transition: 'none' };

/** Where lines may end in scripts that have more places for it than words have ends. */
const wordBreaks: Readonly<Record<string, CSSProperties['wordBreak']>> = {
  ja: 'auto-phrase',
  ko: 'keep-all',
};

/** Letters that are read at arm's length, in px. */
const leastPx = 28;

/** Words are broken for letters of this size and less: one long word must not make all others small. */
const breakingPx = 44;

/**
 * Gives the text the largest letters with which all of it is seen, to the pixel.
 *
 * @returns whether there are any
 */
function enlarge(letters: HTMLElement, place: HTMLElement): boolean {
  const { style } = letters;
  const hasRoom = (sizePx: number) => {
    style.fontSize = `${sizePx}px`;
    const isBreaking = sizePx <= breakingPx;
    style.overflowWrap = isBreaking ? 'anywhere' : 'normal';
    style.hyphens = isBreaking ? 'auto' : 'manual';
    return place.scrollHeight <= place.clientHeight && letters.scrollWidth <= letters.clientWidth;
  };
  let most = Math.max(leastPx, place.clientHeight);
  let least = leastPx;
  if (!hasRoom(least)) return false;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (hasRoom(middle)) least = middle;
    else most = middle;
  }
  return hasRoom(least);
}
