import { useEffect, useRef } from 'react';
import { silenceTimeout } from './silence-timeout.ts';

/** Empties while the silence timeout runs. */
export function SilenceRing() {
  const circle = useRef<SVGCircleElement>(null);
  useEffect(() => {
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
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
