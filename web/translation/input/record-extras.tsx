import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { buttonHold, level, silenceTimeout } from '../../speech/record/signals.ts';
import { isVoicePhase, type Phase } from '../translator/translator.ts';

export function RecordExtras({ phase, button, onTap, onCancel }: RecordExtrasProps) {
  const tap = useEffectEvent(onTap);
  const cancel = useEffectEvent(onCancel);
  useEffect(
    () =>
      button.current ? holdToTalk(button.current, { tap: () => tap(), cancel: () => cancel() }) : undefined,
    [button],
  );
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
  button: RefObject<HTMLButtonElement | null>;
  onTap: () => void;
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

/**
 * Holding the button for 350 ms records until release. Escape cancels. Taps stay clicks, because iOS allows sound
 * only in a click. The button's `data-state` is its phase.
 */
function holdToTalk(button: HTMLElement, { tap, cancel }: { tap: () => void; cancel: () => void }) {
  const controller = new AbortController();
  const { signal } = controller;
  const press = createPress(button, tap);
  const on: Listen = (type, listener, options) =>
    button.addEventListener(type, listener, { ...options, signal });
  listenToPointer(button, press, on);
  listenToSpaceKey(press, on);
  const onClick = (event: MouseEvent) => {
    // The second click of a double click would discard the recording that the first one ended.
    if (event.detail > 1 || press.hasJustEnded()) event.stopImmediatePropagation();
  };
  on('click', onClick, { capture: true });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isVoicePhase(readPhase(button))) return;
    if (!document.querySelector('dialog[open], [popover="auto"]:popover-open')) cancel();
  };
  document.addEventListener('keydown', onKeyDown, { signal });
  button.dataset.holdable = '';
  return () => {
    delete button.dataset.holdable;
    press.abort();
    controller.abort();
  };
}

/** Listens on the button until the function that `holdToTalk` returns is called. */
type Listen = <Type extends keyof HTMLElementEventMap>(
  type: Type,
  listener: (event: HTMLElementEventMap[Type]) => void,
  options?: AddEventListenerOptions,
) => void;

const holdMs = 350;
const slopPx = 12;
/** The click after a press arrives within this time, even on touch screens. */
const clickMs = 500;

type Press = ReturnType<typeof createPress>;

function createPress(button: HTMLElement, tap: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  let releasedAtMs = Number.NEGATIVE_INFINITY;
  return {
    isHeld: () => isHeld,
    hasJustEnded: () => performance.now() - releasedAtMs < clickMs,
    begin(onHold = () => {}): void {
      isHeld = false;
      buttonHold.set(false);
      releasedAtMs = Number.NEGATIVE_INFINITY;
      clearTimeout(timer);
      if (readPhase(button) !== 'idle') return;
      timer = setTimeout(() => {
        isHeld = true;
        buttonHold.set(true);
        onHold();
        tap();
      }, holdMs);
    },
    release(): void {
      clearTimeout(timer);
      if (!isHeld) return;
      isHeld = false;
      releasedAtMs = performance.now();
      if (readPhase(button) === 'listening') tap();
      buttonHold.set(false);
    },
    cancel: () => clearTimeout(timer),
    abort(): void {
      clearTimeout(timer);
      buttonHold.set(false);
    },
  };
}

function listenToPointer(button: HTMLElement, press: Press, on: Listen): void {
  let pressedAt: { x: number; y: number } | undefined;
  on('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    pressedAt = { x: event.clientX, y: event.clientY };
    // Captured only now, because a short press that is dragged away does nothing.
    press.begin(() => button.isConnected && capture(button, event.pointerId));
  });
  on('pointermove', ({ clientX, clientY }) => {
    if (pressedAt && Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) > slopPx) press.cancel();
  });
  on('pointerup', () => {
    pressedAt = undefined;
    press.release();
  });
  on('pointerleave', press.cancel);
  on('pointercancel', press.abort);
  on('blur', press.abort);
  // A resting finger must not scroll the page or open a menu, and lifting it must not click.
  on('touchmove', (event) => press.isHeld() && event.preventDefault(), { passive: false });
  on('touchend', (event) => press.hasJustEnded() && event.preventDefault(), { passive: false });
  on('contextmenu', (event) => (event as PointerEvent).pointerType !== 'mouse' && event.preventDefault());
}

function listenToSpaceKey(press: Press, on: Listen): void {
  on('keydown', (event) => {
    if (event.key === ' ' && !event.repeat) press.begin();
    // Holding Enter would click repeatedly.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
  });
  on('keyup', (event) => {
    if (event.key === ' ') press.release();
  });
}

function readPhase(button: HTMLElement): Phase {
  return button.dataset.state as Phase;
}

function capture(button: HTMLElement, pointerId: number): void {
  try {
    button.setPointerCapture(pointerId);
  } catch {}
}
