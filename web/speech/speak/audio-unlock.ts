import { thisBrowser } from '../browser.ts';
import { pause } from '../recognise/pause.ts';

/**
 * The element that all sound of a page comes from: on iOS one that has sounded in a tap may sound by itself
 * afterwards.
 */
export function player(): HTMLAudioElement {
  element ??= new Audio();
  return element;
}

/** Whether the page may sound without a tap, as far as is known: it has, or did on an earlier visit. */
export function isUnlocked(): boolean {
  return !isLockable() || window.parleyAudioUnlocked === true || isRemembered();
}

/**
 * Plays a silent sound and silent speech, so that iOS lets the page sound from then on. To be called in a tap, before
 * anything is awaited; does nothing elsewhere, and once it has worked.
 *
 * @returns whether the page may sound
 */
export function unlockAudio(): Promise<boolean> {
  if (!isLockable() || window.parleyAudioUnlocked) return Promise.resolve(true);
  unlocking ??= unlock().finally(() => {
    unlocking = undefined;
  });
  return unlocking;
}

/** Unlocks the page's sound with the first tap or key that can. */
export function unlockOnTap(): void {
  const stop = onTap(async () => {
    if (await unlockAudio()) stop();
  });
}

/** Resolves 200 ms after the next tap or key anywhere that lets the page sound. Rejects when the signal is aborted. */
export async function nextTap(signal: AbortSignal): Promise<void> {
  let stop = () => {};
  signal.throwIfAborted();
  try {
    await new Promise<void>((resolve, reject) => {
      stop = onTap(async () => {
        if (await unlockAudio()) resolve();
      });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  } finally {
    stop();
  }
  await pause(afterUnlockMs, signal);
}

declare global {
  interface Window {
    /** This page may sound without a tap. */
    parleyAudioUnlocked?: boolean;
  }
}

const afterUnlockMs = 200;
const rememberedKey = 'parley.audio-unlocked';

let element: HTMLAudioElement | undefined;
let context: AudioContext | undefined;
let unlocking: Promise<boolean> | undefined;

/** Every browser on an iPhone or iPad is WebKit. */
function isLockable(): boolean {
  return thisBrowser().device === 'iphone';
}

/** What has to be in the tap is done before the first `await`. */
async function unlock(): Promise<boolean> {
  const sounding = sound();
  speakSilence();
  resumeContext();
  try {
    await sounding;
  } catch {
    return false;
  }
  window.parleyAudioUnlocked = true;
  remember();
  return true;
}

/** It may be sounding already, where an earlier visit's leave still holds. */
async function sound(): Promise<void> {
  const audio = player();
  if (!audio.paused) return;
  audio.src = '/silence.wav';
  await audio.play();
}

function speakSilence(): void {
  if (typeof speechSynthesis === 'undefined' || speechSynthesis.speaking || speechSynthesis.pending) return;
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(' '), { volume: 0 }));
}

function resumeContext(): void {
  // An iPhone in Lockdown Mode has none.
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Later taps try again.
  context.resume().catch(() => {});
}

/** iOS makes no click of a tap beside the buttons. */
const tapEvents = ['touchend', 'click', 'keydown'] as const;

function onTap(listener: () => void): () => void {
  for (const type of tapEvents) document.addEventListener(type, listener, true);
  return () => {
    for (const type of tapEvents) document.removeEventListener(type, listener, true);
  };
}

function isRemembered(): boolean {
  try {
    return localStorage.getItem(rememberedKey) !== null;
  } catch {
    return false;
  }
}

/** Storage may be forbidden: the next visit then waits for a tap. */
function remember(): void {
  try {
    localStorage.setItem(rememberedKey, '1');
  } catch {
    // Known on this page alone.
  }
}
