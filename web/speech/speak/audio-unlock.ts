import { delay } from '../../browser/delay.ts';
import { remember } from '../../browser/remembered.ts';
import { getBrowser } from '../browser.ts';

export function getPlayer(): HTMLAudioElement {
  element ??= new Audio();
  return element;
}

/** Whether sound plays without a tap. Also true if an earlier visit unlocked it. */
export function isUnlocked(): boolean {
  return !requiresUnlock() || window.parleyAudioUnlocked === true || remembered.read() !== undefined;
}

/** Makes iOS allow sound. Call it in the tap's event handler, before any await. @returns whether sound is allowed */
export function unlockAudio(): Promise<boolean> {
  if (!requiresUnlock() || window.parleyAudioUnlocked) return Promise.resolve(true);
  unlocking ??= unlock().finally(() => {
    unlocking = undefined;
  });
  return unlocking;
}

export function unlockOnTap(): void {
  const stop = onTap(async () => {
    if (await unlockAudio()) stop();
  });
}

/** Resolves 200 ms after the next tap or key that unlocks sound. Rejects when aborted. */
export async function waitForUnlock(signal: AbortSignal): Promise<void> {
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
  await delay(afterUnlockMs, signal);
}

declare global {
  interface Window {
    parleyAudioUnlocked?: boolean;
  }
}

const afterUnlockMs = 200;
const remembered = remember('parley.audio-unlocked', (stored) => stored);
let element: HTMLAudioElement | undefined;
let context: AudioContext | undefined;
let unlocking: Promise<boolean> | undefined;

/** Every browser on an iPhone or iPad uses WebKit, which blocks sound until a tap. */
function requiresUnlock(): boolean {
  return getBrowser().device === 'ios';
}

async function unlock(): Promise<boolean> {
  const playing = playSilence();
  speakSilence();
  resumeContext();
  try {
    await playing;
  } catch {
    return false;
  }
  window.parleyAudioUnlocked = true;
  remembered.write(1);
  return true;
}

async function playSilence(): Promise<void> {
  const audio = getPlayer();
  // Sound may already be playing, if iOS remembers the permission.
  if (!audio.paused) return;
  audio.src = '/silence.wav';
  await audio.play();
}

function speakSilence(): void {
  if (typeof speechSynthesis === 'undefined' || speechSynthesis.speaking || speechSynthesis.pending) return;
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(' '), { volume: 0 }));
}

function resumeContext(): void {
  // Undefined in Lockdown Mode.
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  context.resume().catch(() => {});
}

/** iOS fires no click for a tap outside controls. */
const tapEvents = ['touchend', 'click', 'keydown'] as const;

/** If it fails, the next tap tries again. */
function onTap(unlockOrWait: () => Promise<void>): () => void {
  const listener = () => void unlockOrWait().catch(() => {});
  for (const type of tapEvents) document.addEventListener(type, listener, true);
  return () => {
    for (const type of tapEvents) document.removeEventListener(type, listener, true);
  };
}
