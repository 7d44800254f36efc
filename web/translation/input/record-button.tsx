import { useEffect, useState } from 'react';
import { useIsIdle } from '../../browser/idle.ts';
import { onSingleTap } from '../../components/controls/single-tap.ts';
import { Icon } from '../../components/icon.tsx';
import { defineLazy, Lazy } from '../../components/lazy.tsx';
import * as texts from '../../texts/translator.ts';
import type { Phase, TranslatorEvent } from '../translator/translator.ts';
import { recordLooks } from './record-looks.ts';

const extras = defineLazy(() => import('./record-extras.tsx'), 'RecordExtras', true);
const dockButtons = defineLazy(() => import('./dock-buttons.tsx'), 'DockButtons', true);

export function RecordButton({ phase, isSolid, noteId, onTap, send }: RecordButtonProps) {
  const isIdle = useIsIdle();
  const { label, icon } = recordLooks[phase];
  const isListening = phase === 'listening';
  const isUnavailable = phase === 'idle' && noteId !== undefined;
  return (
    <div
      data-dock
      className="pointer-events-none fixed inset-x-0 bottom-[var(--keyboard,0px)] z-30 @container grid grid-cols-[minmax(0,1fr)_minmax(auto,1.2fr)_minmax(0,1fr)] h-(--dock) grid-rows-[var(--dock-button)_1fr] items-center text-[length:var(--dock-text)] bg-linear-to-t from-page from-90% to-transparent pt-[0.5em] pb-[env(safe-area-inset-bottom)] md:end-1/2 md:grid-cols-[1fr_auto] md:bg-none md:pe-8 desktop:sticky desktop:inset-auto desktop:bottom-0 desktop:-mt-14 desktop:flex desktop:self-start desktop:gap-3 desktop:p-0 desktop:text-base"
    >
      <div className="pointer-events-auto relative col-start-2 row-start-1 grid size-(--dock-button) shrink-0 place-items-center justify-self-center desktop:size-14">
        {(isIdle || isListening) && (
          <Lazy
            component={extras}
            props={{ phase, onCancel: () => send({ type: 'cancelled' }) }}
            failed={null}
          />
        )}
        {phase !== 'idle' && !isListening && (
          <span className="absolute -inset-1.5 animate-spin rounded-full border-3 border-transparent border-t-accent" />
        )}
        <button
          type="button"
          data-state={phase}
          aria-label={label}
          // Only when idle: screen readers would read each second of the clock.
          aria-describedby={isUnavailable ? noteId : phase === 'idle' ? 'record-status' : undefined}
          aria-disabled={isUnavailable || undefined}
          {...onSingleTap(onTap)}
          className={`relative grid size-full touch-manipulation place-items-center rounded-full transition-[background-color,scale] duration-200 ease-calm select-none active:[scale:0.95] aria-disabled:bg-sunken aria-disabled:text-muted ${isSolid ? solid : tonal}`}
        >
          <Icon name={icon} className="size-[2em] desktop:size-6" />
        </button>
      </div>
      {isIdle && <Lazy component={dockButtons} props={{}} failed={null} />}
      <p
        key={phase} // A new element is no layout shift; a centred one that grows is.
        id="record-status"
        className="col-start-2 row-start-2 flex items-baseline gap-2 self-start justify-self-center rounded-full pt-[0.25em] text-[length:var(--dock-words,0.875em)] font-medium whitespace-nowrap mobile:bg-page md:-mx-8 mobile:md:px-2 desktop:mx-0 desktop:self-center desktop:pt-0"
      >
        {!isUnavailable && <span>{texts.progress[phase] || texts.tapToSpeak}</span>}
        {isListening && <Elapsed />}
      </p>
    </div>
  );
}

const solid = 'bg-accent text-on-accent float-shadow hover:bg-accent-strong';
const tonal = 'bg-accent-soft text-accent hover:bg-sunken';

interface RecordButtonProps {
  phase: Phase;
  /** Of all buttons, one is solid: this one, unless another is the next step. */
  isSolid: boolean;
  /** Id of the text that says why recording is unavailable. */
  noteId: string | undefined;
  onTap: () => void;
  send: (event: TranslatorEvent) => void;
}

function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedMs = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - startedMs) / 1000)), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="text-muted tabular" data-elapsed={seconds}>
      {formatClock(seconds)}
    </span>
  );
}

/** `0:07` */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
