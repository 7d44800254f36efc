import { useEffect, useRef, useState } from 'react';
import { matchesMedia } from '../../browser/screen/media.ts';
import { level } from '../../speech/record/signals.ts';
import { voiceInfo } from '../../texts/speech.ts';
import * as texts from '../../texts/translator.ts';
import { getTextProps } from '../text-props.ts';
import type { TranslatorState } from '../translator/translator.ts';

/** Interim words, hidden from screen readers: `Announcer` announces the final ones. */
export function Transcript({ translator: { phase, interim, source } }: TranscriptProps) {
  if (interim)
    return (
      <div aria-hidden="true" className="flex max-h-full w-full flex-col justify-end overflow-hidden">
        <p
          {...getTextProps(source)}
          data-testid="interim"
          className="text-lg leading-relaxed text-muted wrap-anywhere"
        >
          {interim}
        </p>
      </div>
    );
  if (phase === 'listening') return <LevelIndicator />;
  if (phase !== 'asking') return <p className="text-muted">{texts.wordsAppearHere}</p>;
  return (
    <div className="text-sm text-muted">
      <p>{texts.allowMicrophone}</p>
      {/* Said when it matters: just before the microphone listens. */}
      <p className="text-xs/4">{voiceInfo}</p>
    </div>
  );
}

export interface TranscriptProps {
  translator: TranslatorState;
}

function LevelIndicator() {
  const [hasSound, setHasSound] = useState(false);
  useEffect(() => level.subscribe((now) => now > 0 && setHasSound(true)), []);
  return hasSound ? <LevelBars /> : <PulsingDots />;
}

function PulsingDots() {
  return (
    <div aria-hidden="true" className="flex h-9 items-center gap-2">
      {['', '[animation-delay:300ms]', '[animation-delay:600ms]'].map((delay) => (
        <span key={delay} className={`size-2 rounded-full bg-accent motion-safe:animate-pulse ${delay}`} />
      ))}
    </div>
  );
}

function LevelBars() {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let loudest = 0;
    const unsubscribe = level.subscribe((now) => {
      loudest = Math.max(loudest, now);
    });
    const isMotionReduced = matchesMedia('(prefers-reduced-motion: reduce)');
    const heights = Array.from({ length: barCount }, () => 0);
    const timer = setInterval(() => {
      const now = loudest;
      loudest = 0;
      heights.push(now);
      heights.shift();
      heights.forEach((height, index) => {
        const bar = row.current?.children[index];
        if (!(bar instanceof HTMLElement)) return;
        if (isMotionReduced) bar.style.opacity = index < now * barCount ? '1' : '0.3';
        else bar.style.transform = `scaleY(${0.12 + height * 0.88})`;
      });
    }, stepMs);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, []);
  return (
    <div ref={row} aria-hidden="true" className="flex h-9 items-center justify-center gap-1">
      {bars.map((bar) => (
        <span key={bar} className="level-bar h-full w-1 rounded-full bg-accent" />
      ))}
    </div>
  );
}

const barCount = 36;
const stepMs = 80;
const bars = Array.from({ length: barCount }, (_, index) => index);
