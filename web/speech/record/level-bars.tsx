import { useEffect, useRef } from 'react';
import { level } from './level.ts';

export function LevelBars() {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let loudest = 0;
    const unsubscribe = level.subscribe((now) => {
      loudest = Math.max(loudest, now);
    });
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
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
