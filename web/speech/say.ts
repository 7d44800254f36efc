import { call, sentenceOf } from '../api.ts';
import { queryClient } from '../queries.ts';
import { settings } from '../settings/settings.ts';
import { canSpeak, type Health, healthQuery } from '../system/health.ts';
import { isIosSafari } from './platform.ts';
import { type Manner, mannerOf, pickVoice, pieces } from './utterance.ts';

/** What an utterance tells while it goes on. After `onEnd` it says nothing more; stopping it ends it silently. */
export interface UtteranceListener {
  onStart(): void;
  /** @param problem why it was not heard, for people */
  onEnd(problem?: string): void;
}

/** Says a text, and returns what stops it. */
export function say(
  text: string,
  language: string,
  { isAuto, ...listener }: UtteranceListener & { isAuto: boolean },
): () => void {
  const isIos = isIosSafari(navigator.userAgent, navigator.maxTouchPoints);
  const utterance = {
    text,
    language,
    manner: mannerOf(settings.get().speechRate, isAuto, isIos),
    ...listener,
  };
  if (!isAuto || isIos) return begin(utterance);
  let stop = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    stop = begin(utterance);
  }, autoPlayDelayMs);
  return () => stop();
}

/** Whether anything here can say a text in the language. */
export function hasVoice(language: string, health: Health | undefined): boolean {
  return browserVoice(language) !== undefined || canSpeak(health, language);
}

/** Tells when the browser's voices become known: at first the list is empty. */
export function onVoicesChanged(listener: () => void): () => void {
  if (typeof speechSynthesis === 'undefined') return () => {};
  speechSynthesis.addEventListener('voiceschanged', listener);
  return () => speechSynthesis.removeEventListener('voiceschanged', listener);
}

interface Utterance extends UtteranceListener {
  readonly text: string;
  readonly language: string;
  readonly manner: Manner;
}

const autoPlayDelayMs = 100;

/** A voice that has not begun by then never will. */
const startTimeoutMs = 3_000;

/** Chrome drops what is spoken right after `cancel()`. */
const afterCancelMs = 60;

function begin(utterance: Utterance): () => void {
  const voice = browserVoice(utterance.language);
  return voice ? sayByBrowser(utterance, voice) : sayByServer(utterance);
}

function browserVoice(language: string): SpeechSynthesisVoice | undefined {
  if (typeof speechSynthesis === 'undefined') return undefined;
  return pickVoice(speechSynthesis.getVoices(), language);
}

/** A browser's voice that fails or never begins is replaced by the server's. */
function sayByBrowser(utterance: Utterance, voice: SpeechSynthesisVoice): () => void {
  let stop = silence;
  let isOver = false;
  const turnToServer = () => {
    if (isOver) return;
    silence();
    stop = sayByServer(utterance);
  };
  const watchdog = setTimeout(turnToServer, startTimeoutMs);
  const queue = pieces(utterance.text).map((piece) => {
    const spoken = Object.assign(new SpeechSynthesisUtterance(piece), utterance.manner);
    spoken.voice = voice;
    spoken.lang = voice.lang;
    spoken.onerror = turnToServer;
    spoken.onstart = () => {
      clearTimeout(watchdog);
      if (!isOver) utterance.onStart();
    };
    return spoken;
  });
  const last = queue.at(-1);
  if (last) {
    last.onend = () => {
      if (isOver) return;
      isOver = true;
      utterance.onEnd();
    };
  }
  const start = () => {
    for (const spoken of queue) if (!isOver) speechSynthesis.speak(spoken);
  };
  if (speechSynthesis.speaking || speechSynthesis.pending) {
    speechSynthesis.cancel();
    setTimeout(start, afterCancelMs);
  } else {
    start();
  }

  function silence(): void {
    isOver = true;
    clearTimeout(watchdog);
    speechSynthesis.cancel();
  }
  return () => stop();
}

function sayByServer({ text, language, manner, onStart, onEnd }: Utterance): () => void {
  if (!canSpeak(queryClient.getQueryData(healthQuery.queryKey), language)) {
    onEnd();
    return () => {};
  }
  const giveUp = new AbortController();
  const audio = new Audio();
  let address = '';
  const clean = () => {
    giveUp.abort();
    audio.pause();
    URL.revokeObjectURL(address);
  };
  const fail = (error: unknown) => {
    if (giveUp.signal.aborted) return;
    clean();
    // A browser that wants a tap first is no failure: the button is there to be tapped.
    const isLocked = error instanceof Error && error.name === 'NotAllowedError';
    onEnd(isLocked ? undefined : (sentenceOf(error) ?? unplayable));
  };
  call('speech.synthesize', { text, language }, { signal: giveUp.signal })
    .then(async (sound) => {
      address = URL.createObjectURL(sound);
      audio.src = address;
      audio.defaultPlaybackRate = manner.rate;
      audio.playbackRate = manner.rate;
      audio.volume = manner.volume;
      audio.onended = () => {
        clean();
        onEnd();
      };
      audio.onerror = () => fail(new Error(unplayable));
      await audio.play();
      if (!giveUp.signal.aborted) onStart();
    })
    .catch(fail);
  return clean;
}

const unplayable = 'The audio could not be played.';
