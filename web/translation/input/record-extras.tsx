import { useEffect, useEffectEvent, useRef } from 'react';
import { isForInputMethod } from '../../browser/input-method.ts';
import { matchesMedia } from '../../browser/screen/media.ts';
import { level, silenceTimeout } from '../../speech/record/signals.ts';
import { isVoicePhase, type Phase } from '../translator/translator.ts';

/** The ring around the button while listening. Escape cancels. */
export function RecordExtras({ phase, onCancel }: RecordExtrasProps) {
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isForInputMethod(event) || !isVoicePhase(phase))
      return;
    if (!document.querySelector('dialog[open], [popover="auto"]:popover-open')) onCancel();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => cancel(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  if (phase !== 'listening') return null;
  return (
    <>
      <LevelRing />
      <SilenceRing />
    </>
  );
}

interface RecordExtrasProps {
  phase: Phase;
  onCancel: () => void;
}

function LevelRing() {
  const ring = useRef<HTMLSpanElement>(null);
  useEffect(() => level.subscribe((now) => ring.current?.style.setProperty('--level', now.toFixed(3))), []);
  return <span ref={ring} className="level-ring absolute inset-0 rounded-full bg-accent" />;
}

/** Empties while the silence timeout runs. */
function SilenceRing() {
  const circle = useRef<SVGCircleElement>(null);
  useEffect(() => {
    const isMotionReduced = matchesMedia('(prefers-reduced-motion: reduce)');
    let running: Animation | undefined;
    const begin = () => {
      running?.cancel();
      const timeout = silenceTimeout.get();
      if (!timeout) return;
      running = circle.current?.animate(emptying, {
        duration: timeout.durationMs,
        easing: isMotionReduced ? 'steps(4)' : 'linear',
        fill: 'forwards',
      });
    };
    begin();
    const stop = silenceTimeout.subscribe(begin);
    return () => {
      stop();
      running?.cancel();
    };
  }, []);
  return (
    <span data-testid="silence-ring" className="absolute -inset-3 text-accent">
      <svg viewBox="0 0 136 136" fill="none" aria-hidden="true" className="size-full">
        <circle
          ref={circle}
          cx="68"
          cy="68"
          r="66"
          stroke="currentColor"
          strokeWidth="4"
          strokeDasharray="1"
          strokeDashoffset="1"
          pathLength="1"
          transform="rotate(-90 68 68)"
        />
      </svg>
    </span>
  );
}

/** It restarts at every word, so it fades in slowly. */
const emptying: Keyframe[] = [
  { strokeDashoffset: 0, opacity: 0 },
  { opacity: 1, offset: 0.2 },
  { strokeDashoffset: 1, opacity: 1 },
];
