import { ApiError, call } from '../../api.ts';
import { isEntitled, type Status, statusQuery } from '../../billing/status.ts';
import { delay } from '../../browser/delay.ts';
import { queryClient } from '../../queries.ts';
import { settings } from '../../settings/settings.ts';
import { canSpeak, type Health, healthQuery } from '../../system/health.ts';
import * as texts from '../../texts/speech.ts';
import { findAbilities, watchAbilities } from '../abilities.ts';
import { getBrowser } from '../browser.ts';
import { awaitTap, isUnlocked, unlockOnTap } from './audio-unlock.ts';
import { type Outcome, type Speech, speakByBrowser } from './browser-voice.ts';
import { type RecentSound, recallSound, type WordMark } from './recent-sounds.ts';
import { readSound, saveSound } from './saved-sounds.ts';
import { speakByServer } from './server-voice.ts';
import { canHighlight } from './spoken-word.ts';
import { chooseProsody, type Trigger } from './utterance.ts';
import { awaitVoice, findBrowserVoice } from './voices.ts';

/** `isAuto`: without a tap. `savesSound`: saves the server's sound for offline use. `isSlow`: below the set speed. */
export interface SpeakOptions {
  readonly isAuto: boolean;
  readonly savesSound?: boolean | undefined;
  readonly isSlow?: boolean;
}

/** Called until `onEnd`, or until it is stopped. */
export interface UtteranceListener {
  /** `queued` waits for a tap. */
  onPhase(phase: 'preparing' | 'queued' | 'speaking'): void;
  /** Without it, no word times are requested. */
  readonly onWord?: Speech['onWord'] | undefined;
  /** @param problem why it was not heard */
  onEnd(problem?: string): void;
}

/** Speaks a text: with its saved sound, with the server's voice for Premium, else with the browser's. */
export function say(
  text: string,
  language: string,
  { isAuto, savesSound = false, isSlow = false, onPhase, onWord, onEnd }: UtteranceListener & SpeakOptions,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const reportPhase: UtteranceListener['onPhase'] = (phase) => signal.aborted || onPhase(phase);
  // The server trims the text as well.
  const leadingSpaces = text.length - text.trimStart().length;
  const reportWord =
    onWord &&
    ((start: number, end: number) => signal.aborted || onWord(leadingSpaces + start, leadingSpaces + end));
  speak({ text: text.trim(), language, isAuto, savesSound, isSlow, reportPhase, reportWord, signal }).then(
    (problem) => signal.aborted || onEnd(problem),
    () => signal.aborted || onEnd(texts.voiceNotStarted),
  );
  return () => stopping.abort();
}

/** Reports why a text cannot be spoken here, if so, and again when voices or the connection change. */
export function watchSpeakProblem(
  text: string | undefined,
  language: string,
  health: Health | undefined,
  status: Status | undefined,
  onChange: (problem: string | undefined) => void,
): () => void {
  let round = 0;
  const stop = watchAbilities(health, status, async (abilities) => {
    round += 1;
    const thisRound = round;
    let problem = abilities.findSpeakProblem(language)?.sentence;
    if (problem && text && (await readSound(text, language))) problem = undefined;
    if (thisRound === round) onChange(problem);
  });
  return () => {
    round = Number.NaN;
    stop();
  };
}

unlockOnTap();

interface Utterance {
  readonly text: string;
  readonly language: string;
  readonly isAuto: boolean;
  readonly savesSound: boolean;
  readonly isSlow: boolean;
  readonly reportPhase: UtteranceListener['onPhase'];
  readonly reportWord: ((start: number, end: number) => void) | undefined;
  readonly signal: AbortSignal;
}

/** @returns why it was not heard. Rejects when stopped. */
async function speak(utterance: Utterance): Promise<string | undefined> {
  const { isAuto, reportPhase, signal } = utterance;
  let trigger: Trigger = isAuto ? 'auto' : 'tap';
  const attempt = createAttempt(utterance);

  async function waitForTap(): Promise<void> {
    reportPhase('queued');
    await awaitTap(signal);
    reportPhase('preparing');
    trigger = 'replay';
  }

  if (isAuto && isIosSafari() && !isUnlocked()) await waitForTap();
  else if (isAuto && getBrowser().device !== 'iphone') await delay(autoPlayDelayMs, signal);
  for (let taps = 0; ; taps += 1) {
    const outcome = await attempt(trigger);
    if (outcome === 'spoken') return undefined;
    if (outcome !== 'dropped') return outcome.problem;
    if (taps === maxTaps) return texts.voiceNotStarted;
    await waitForTap();
  }
}

const autoPlayDelayMs = 100;

const maxTaps = 2;

/** @returns a function that tries each way to speak in turn; the sound is fetched once */
function createAttempt(utterance: Utterance): (trigger: Trigger) => Promise<Outcome> {
  const { text, language, isAuto, savesSound, isSlow, reportPhase, reportWord, signal } = utterance;
  const recent = recallSound(text, language);
  return async (trigger) => {
    const speech = (isBrowser: boolean): Speech => ({
      text,
      prosody: () =>
        chooseProsody(settings.get().speechRate, trigger, {
          isAuto,
          isSlow,
          isIosSafari: isBrowser && isIosSafari(),
        }),
      onStart: () => reportPhase('speaking'),
      onWord: reportWord ?? (() => {}),
      signal,
    });
    const health = queryClient.getQueryData(healthQuery.queryKey);
    const status = queryClient.getQueryData(statusQuery.queryKey);
    // Saved sounds also play offline and after Premium.
    if (savesSound && !recent.sound) recent.sound = await readSound(text, language);
    const isSaved = recent.sound !== undefined;
    const canGetSound = isSaved || (navigator.onLine && canSpeak(health, language));
    const hasPremium = status !== undefined && isEntitled(status);
    const isServed = isSaved || (canGetSound && hasPremium);
    const voice = isServed ? findBrowserVoice(language) : await awaitVoice(language, signal);
    const limitation = findAbilities(health, status).findSpeakProblem(language);
    let outcome: Outcome = { problem: limitation?.sentence ?? texts.voiceNotStarted, hasBegun: false };
    const marks = () => findMarks(utterance, recent, hasPremium);
    const ways = [
      isServed && (() => speakByServer(() => fetchSound(utterance, recent), marks(), speech(false))),
      voice && (() => speakByBrowser(voice, speech(true))),
    ];
    for (const speakThisWay of ways) {
      if (!speakThisWay) continue;
      outcome = await speakThisWay();
      if (outcome === 'spoken' || outcome === 'dropped' || outcome.hasBegun) return outcome;
    }
    return outcome;
  };
}

async function fetchSound(
  { text, language, savesSound, signal }: Utterance,
  recent: RecentSound,
): Promise<Blob> {
  try {
    if (recent.sound) return recent.sound;
    const sound = await call('speech.synthesize', { text, language }, { signal });
    // A captive portal may answer instead of the server.
    if (sound.type.startsWith('audio/')) recent.sound = sound;
    if (savesSound) saveSound(text, language, sound);
    return sound;
  } catch (error) {
    // Premium ended while the page was open.
    if (error instanceof ApiError && error.code === 'premium_required') {
      queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    }
    throw error;
  }
}

/** Empty if they are not available. */
async function findMarks(
  { text, language, reportWord, signal }: Utterance,
  recent: RecentSound,
  hasPremium: boolean,
): Promise<readonly WordMark[]> {
  if (!reportWord || !canHighlight()) return [];
  if (!recent.marks && hasPremium && navigator.onLine) {
    const answer = await call('speech.marks', { text, language }, { signal }).catch(() => undefined);
    if (answer) recent.marks = answer.marks;
  }
  return recent.marks ?? [];
}

function isIosSafari(): boolean {
  return getBrowser().id === 'ios-safari';
}
