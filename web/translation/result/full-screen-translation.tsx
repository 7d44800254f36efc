import { useLayoutEffect, useRef, useState } from 'react';
import { findLanguage } from '../../../shared/languages.ts';
import { createRememberedStore } from '../../browser/remembered.ts';
import { watchSizes } from '../../browser/screen/sizes.ts';
import { useStore } from '../../browser/store.ts';
import { Button } from '../../components/controls/button.tsx';
import { FullScreen } from '../../components/dialogs/full-screen.tsx';
import { Icon, PathIcon } from '../../components/icon.tsx';
import { speaker } from '../../speech/speak/speaker.ts';
import { useSpokenHighlight } from '../../speech/speak/spoken-highlight.ts';
import { useSpeaker } from '../../speech/speak/use-speaker.ts';
import type { Health } from '../../system/health.ts';
import * as texts from '../../texts/translator.ts';
import { iconPaths } from '../icon-paths.ts';
import { getTextProps } from '../language-name.ts';
import type { TranslatorState } from '../translator/translator.ts';
import { Pronunciation } from './pronunciation/pronunciation.tsx';

/** Each tap on the text speaks it, slowly every other time. */
export function FullScreenTranslation(props: FullScreenTranslationProps) {
  const { translation, original, health, onClose } = props;
  const { text, language, isPhrase } = translation;
  const isFlipped = useStore(flipped);
  const [isSlow, setSlow] = useState(false);
  useSpokenHighlight('shown-text');
  const playback = useSpeaker('translation', language, health, isSlow ? texts.speakSlowly : undefined, text);

  function onTap(): void {
    if (playback.isActive) {
      speaker.stop();
    } else if (!playback.isUnavailable) {
      speaker.speak('translation', text, language, { isAuto: false, savesSound: isPhrase, isSlow });
      setSlow(!isSlow);
    }
  }

  return (
    <FullScreen label={texts.translationIn(findLanguage(language)?.name)} onClose={onClose}>
      <div data-voice="them" className="flex h-full flex-col">
        <FittedText text={text} language={language} isFlipped={isFlipped} onTap={onTap} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 sm:px-6">
          <div className="min-w-0 grow basis-[calc(100%-3.5rem)] text-sm sm:basis-56">
            <Pronunciation text={text} language={language} className="line-clamp-2" />
            <p {...getTextProps(original.language)} className="line-clamp-2 wrap-anywhere text-muted">
              {original.text}
            </p>
            <p role="status">{playback.problem}</p>
          </div>
          <Button variant="quiet" aria-label={texts.close} onClick={onClose} className="sm:order-last">
            <Icon name="close" />
          </Button>
          <Button
            data-state={playback.phase}
            isDisabled={playback.isUnavailable}
            onClick={onTap}
            className="flex-1 sm:min-w-40 sm:flex-none"
          >
            <Icon name={playback.isActive ? 'stop' : 'speaker'} />
            <span>{playback.label}</span>
          </Button>
          <Button
            aria-pressed={isFlipped}
            onClick={() => flipped.set(!isFlipped)}
            className="flex-1 aria-pressed:bg-accent-soft aria-pressed:text-accent sm:flex-none"
          >
            <PathIcon path={iconPaths.flip} />
            <span>{texts.flip}</span>
          </Button>
        </div>
      </div>
    </FullScreen>
  );
}

/** Whether the text is upside down, for a reader who sits opposite. */
const flipped = createRememberedStore('parley.turned', (stored) => stored === true);

export interface FullScreenTranslationProps {
  translation: NonNullable<TranslatorState['translation']>;
  original: TranslatorState['original'];
  health: Health | undefined;
  onClose: () => void;
}

/** Text in the largest font size that fits. If that is too small, the text scrolls. */
function FittedText({ text, language, isFlipped, onTap }: FittedTextProps) {
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
      data-flipped={isFlipped || undefined}
      tabIndex={isScrolling ? 0 : undefined}
      onClick={() => {
        // Selecting text is not a tap.
        if (getSelection()?.isCollapsed !== false) onTap();
      }}
      className={`grid min-h-32 flex-1 grid-cols-1 cursor-pointer overflow-y-auto overscroll-contain px-4 py-3 transition-[rotate] duration-300 ease-calm focus-visible:-outline-offset-2 sm:px-8 ${
        isFlipped ? '[rotate:180deg]' : ''
      }`}
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
  isFlipped: boolean;
  onTap: () => void;
}

/** Japanese breaks between phrases, Korean only at spaces. */
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
