import { hold } from '../../speech/recognise/hold.ts';
import { isVoice, type Phase } from '../conversation/conversation.ts';

/**
 * Lets the record button be held: pressed longer than 350 ms it begins to listen, and let go while it listens it
 * ends; until then no silence does. Where a permission was asked for in between it stays on, as after a tap. Escape
 * gives up, wherever on the page, unless a dialog or a list is open: it is theirs then.
 *
 * Taps stay the button's own clicks: what iOS lets begin by a finger begins in a click. The button's phase is in
 * its `data-state`, and `data-holdable` as long as it can be held.
 *
 * @returns ends it
 */
export function holdToTalk(
  button: HTMLElement,
  { tap, giveUp }: { tap: () => void; giveUp: () => void },
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressedAt: { x: number; y: number } | undefined;
  let isHeld = false;
  let releasedAtMs = Number.NEGATIVE_INFINITY;

  function phase(): Phase {
    return button.dataset.state as Phase;
  }

  /** @param onHold when it has been pressed for long enough */
  function press(onHold = () => {}): void {
    isHeld = false;
    hold.set(false);
    releasedAtMs = Number.NEGATIVE_INFINITY;
    clearTimeout(timer);
    if (phase() !== 'idle') return;
    timer = setTimeout(() => {
      isHeld = true;
      hold.set(true);
      onHold();
      tap();
    }, holdMs);
  }

  function release(): void {
    clearTimeout(timer);
    pressedAt = undefined;
    if (!isHeld) return;
    isHeld = false;
    releasedAtMs = performance.now();
    if (phase() === 'listening') tap();
    hold.set(false);
  }

  /** It is no press any more; what has begun goes on. */
  function letBe(): void {
    clearTimeout(timer);
  }

  /** Nobody will tell when it is let go. */
  function loseHold(): void {
    letBe();
    hold.set(false);
  }

  function wasJustReleased(): boolean {
    return performance.now() - releasedAtMs < clickMs;
  }

  function on<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ): void {
    button.addEventListener(name, listener, { ...options, signal });
  }

  on('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    pressedAt = { x: event.clientX, y: event.clientY };
    press(() => {
      // Not before: a short press that is dragged away is none.
      if (button.isConnected) capture(button, event.pointerId);
    });
  });
  on('pointermove', ({ clientX, clientY }) => {
    if (pressedAt && Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) > slopPx) letBe();
  });
  on('pointerup', release);
  on('pointerleave', letBe);
  on('pointercancel', loseHold);
  on('blur', loseHold);
  // A finger that rests on the button neither scrolls the page nor opens a menu, and its lifting is no click.
  on('touchmove', (event) => isHeld && event.preventDefault(), { passive: false });
  on('touchend', (event) => wasJustReleased() && event.preventDefault(), { passive: false });
  on('contextmenu', (event) => {
    if ((event as PointerEvent).pointerType !== 'mouse') event.preventDefault();
  });

  on('keydown', (event) => {
    if (event.key === ' ' && !event.repeat) press();
    // A key that is held repeats its click.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
  });
  on('keyup', (event) => {
    if (event.key !== ' ') return;
    release();
    if (wasJustReleased()) event.preventDefault();
  });

  on(
    'click',
    (event) => {
      // A double click is one: its second half would throw away what the first has finished.
      if (event.detail > 1 || wasJustReleased()) event.stopImmediatePropagation();
    },
    { capture: true },
  );

  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isVoice(phase())) return;
      if (!document.querySelector('dialog[open], [popover="auto"]:popover-open')) giveUp();
    },
    { signal },
  );

  button.dataset.holdable = '';
  return () => {
    delete button.dataset.holdable;
    loseHold();
    ending.abort();
  };
}

const holdMs = 350;
/** A hand does not keep still; further than this it is on its way elsewhere. */
const slopPx = 12;
/** The click of a press comes at once, on touch screens a little later. */
const clickMs = 500;

function capture(button: HTMLElement, pointerId: number): void {
  try {
    button.setPointerCapture(pointerId);
  } catch {
    // The pointer is gone: there is nothing to follow.
  }
}
