import { hold } from '../../speech/recognise/hold.ts';
import { isVoice, type Phase } from '../conversation/conversation.ts';

/**
 * Makes the record button holdable: it listens from 350 ms until its release. Escape cancels. Taps stay clicks, because
 * iOS allows sound only in a click. The button's `data-state` is its phase.
 */
export function holdToTalk(
  button: HTMLElement,
  { tap, cancel }: { tap: () => void; cancel: () => void },
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const press = createPress(button, tap);
  listenToPointer(button, press, signal);
  listenToSpaceKey(button, press, signal);
  button.addEventListener(
    'click',
    (event) => {
      // The second click of a double click would cancel what the first one finished.
      if (event.detail > 1 || press.isJustReleased()) event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isVoice(readPhase(button))) return;
      if (!document.querySelector('dialog[open], [popover="auto"]:popover-open')) cancel();
    },
    { signal },
  );
  button.dataset.holdable = '';
  return () => {
    delete button.dataset.holdable;
    press.lose();
    ending.abort();
  };
}

const holdMs = 350;
const slopPx = 12;
/** The click after a press arrives within this time, also on touch screens. */
const clickMs = 500;

type Press = ReturnType<typeof createPress>;

function createPress(button: HTMLElement, tap: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  let releasedAtMs = Number.NEGATIVE_INFINITY;
  return {
    isHeld: () => isHeld,
    isJustReleased: () => performance.now() - releasedAtMs < clickMs,
    begin(onHold = () => {}): void {
      isHeld = false;
      hold.set(false);
      releasedAtMs = Number.NEGATIVE_INFINITY;
      clearTimeout(timer);
      if (readPhase(button) !== 'idle') return;
      timer = setTimeout(() => {
        isHeld = true;
        hold.set(true);
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
      hold.set(false);
    },
    cancel: () => clearTimeout(timer),
    lose(): void {
      clearTimeout(timer);
      hold.set(false);
    },
  };
}

function listenToPointer(button: HTMLElement, press: Press, signal: AbortSignal): void {
  let pressedAt: { x: number; y: number } | undefined;
  button.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      pressedAt = { x: event.clientX, y: event.clientY };
      // Captured only now, because a short press that is dragged away does nothing.
      press.begin(() => button.isConnected && capture(button, event.pointerId));
    },
    { signal },
  );
  button.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (pressedAt && Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) > slopPx) press.cancel();
    },
    { signal },
  );
  const release = () => {
    pressedAt = undefined;
    press.release();
  };
  button.addEventListener('pointerup', release, { signal });
  button.addEventListener('pointerleave', press.cancel, { signal });
  button.addEventListener('pointercancel', press.lose, { signal });
  button.addEventListener('blur', press.lose, { signal });
  // A resting finger must not scroll the page or open a menu, and lifting it is no click.
  const still = { passive: false, signal };
  button.addEventListener('touchmove', (event) => press.isHeld() && event.preventDefault(), still);
  button.addEventListener('touchend', (event) => press.isJustReleased() && event.preventDefault(), still);
  button.addEventListener(
    'contextmenu',
    (event) => {
      if ((event as PointerEvent).pointerType !== 'mouse') event.preventDefault();
    },
    { signal },
  );
}

function listenToSpaceKey(button: HTMLElement, press: Press, signal: AbortSignal): void {
  button.addEventListener(
    'keydown',
    (event) => {
      if (event.key === ' ' && !event.repeat) press.begin();
      // A held Enter repeats its click.
      if (event.key === 'Enter' && event.repeat) event.preventDefault();
    },
    { signal },
  );
  button.addEventListener(
    'keyup',
    (event) => {
      if (event.key !== ' ') return;
      press.release();
      if (press.isJustReleased()) event.preventDefault();
    },
    { signal },
  );
}

function readPhase(button: HTMLElement): Phase {
  return button.dataset.state as Phase;
}

function capture(button: HTMLElement, pointerId: number): void {
  try {
    button.setPointerCapture(pointerId);
  } catch {}
}
