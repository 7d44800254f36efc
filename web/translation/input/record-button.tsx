import { useEffect, useRef, useState } from 'react';
import { useIdle } from '../../browser/idle.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Later, partOf } from '../../components/later.tsx';
import type { Phase } from '../conversation/conversation.ts';
import { formatClock } from './clock.ts';

const recordHalo = partOf(() => import('./record-halo.tsx').then((module) => module.RecordHalo));

/** Starts, stops and cancels recording. The halo, which is loaded later, also makes it holdable. */
export function RecordButton({ phase, limit, onTap, onCancel }: RecordButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isIdle = useIdle();
  const { label, icon, status } = faces[phase];
  const isListening = phase === 'listening';
  return (
    <div className="flex flex-col items-center gap-4 pt-3 sm:gap-5 sm:pt-4">
      <div className="relative grid size-28 place-items-center">
        <span className="absolute -inset-3 rounded-full bg-accent-soft" />
        {(isIdle || isListening) && (
          <Later part={recordHalo} props={{ phase, button, onTap, onCancel }} failed={null} />
        )}
        {isBusy(phase) && (
          <span className="absolute -inset-3 animate-spin rounded-full border-3 border-transparent border-t-accent" />
        )}
        <button
          ref={button}
          type="button"
          data-state={phase}
          aria-label={label}
          // Only when idle: screen readers would read each second of the clock.
          aria-describedby={phase === 'idle' ? 'record-status' : undefined}
          aria-disabled={(phase === 'idle' && limit !== undefined) || undefined}
          onClick={onTap}
          className="relative grid size-28 touch-manipulation place-items-center rounded-full bg-accent text-on-accent float-shadow transition-[background-color,scale] duration-200 ease-calm select-none hover:bg-accent-strong active:[scale:0.95] aria-disabled:bg-sunken aria-disabled:text-muted aria-disabled:[box-shadow:none]"
        >
          <Icon name={icon} className="size-11" />
        </button>
      </div>
      <p id="record-status" className="flex min-h-7 items-baseline gap-2 text-center text-lg font-medium">
        {phase === 'idle' && limit ? <span className="text-base text-muted">{limit}</span> : status}
        {isListening && <Elapsed />}
      </p>
    </div>
  );
}

interface RecordButtonProps {
  phase: Phase;
  limit: string | undefined;
  onTap: () => void;
  onCancel: () => void;
}

const faces: Record<Phase, { label: string; icon: IconName; status: string }> = {
  idle: { label: 'Start recording', icon: 'microphone', status: 'Tap to speak' },
  asking: { label: 'Cancel recording', icon: 'microphone', status: 'Starting…' },
  listening: { label: 'Stop recording', icon: 'stop', status: 'Listening' },
  finishing: { label: 'Cancel', icon: 'close', status: 'Recognising…' },
  recognising: { label: 'Cancel', icon: 'close', status: 'Recognising…' },
  translating: { label: 'Cancel', icon: 'close', status: 'Translating…' },
};

function isBusy(phase: Phase): boolean {
  return phase !== 'idle' && phase !== 'listening';
}

function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedMs = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - startedMs) / 1000)), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="text-base text-muted tabular" data-elapsed={seconds}>
      {formatClock(seconds)}
    </span>
  );
}
