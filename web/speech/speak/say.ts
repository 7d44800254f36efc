import { ApiError, call } from '../../api.ts';
import { isEntitled, type Status, statusQuery } from '../../billing/status.ts';
import { delay } from '../../browser/delay.ts';
import { queryClient } from '../../queries.ts';
import { pace } from '../../settings/pace.ts';
import { settings } from '../../settings/settings.ts';
import { canSpeak, type Health, healthQuery } from '../../system/health.ts';
import * as texts from '../../texts/speech.ts';
import { findAbilities, watchAbilities } from '../abilities.ts';
import { getBrowser } from '../browser.ts';
import { isUnlocked, unlockOnTap, waitForUnlock } from './audio-unlock.ts';
import { type Outcome, type Speech, speakWithBrowserVoice } from './browser-voice.ts';
import { onEscape } from './escape.ts';
import { speakWithServerVoice } from './server-voice.ts';
import { getRecentSound, type RecentSound, readSound, saveSound, type WordMark } from './sounds.ts';
import { chooseProsody, estimateAnnouncementMs, type Trigger } from './utterance.ts';
import { findBrowserVoice, waitForVoice } from './voices.ts';

export interface SpeakOptions {
  /** Spoken automatically, without a tap. */
  readonly isAuto: boolean;
  /** Saves the server's sound for offline use. */
  readonly savesSound?: boolean | undefined;
  readonly isSlow?: boolean;
}

/** Ends with `onEnd`, unless stopped first. */
export interface UtteranceListener {
  /** `queued` waits for a tap. */
  onPhase(phase: 'preparing' | 'queued' | 'speaking'): void;
  /** If undefined, no word times are requested. */
  readonly onWord?: Speech['onWord'] | undefined;
  /** @param problem why it was not spoken */
  onEnd(problem?: string): void;
}

/** Plays the saved sound, else the server's voice for Premium, else the browser's. @returns a function that stops it */
export function say(
  text: string,
  language: string,
  { isAuto, savesSound = false, isSlow = false, onPhase, onWord, onEnd }: UtteranceListener & SpeakOptions,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopWatching = onEscape(() => {
    stop();
    onEnd();
  });
  const reportPhase: UtteranceListener['onPhase'] = (phase) => signal.aborted || onPhase(phase);
  // The server trims the text as well.
  const leadingSpaces = text.length - text.trimStart().length;
  const reportWord =
    onWord &&
    ((start: number, end: number) => signal.aborted || onWord(leadingSpaces + start, leadingSpaces + end));
  function stop(): void {
    stopping.abort();
    stopWatching();
  }
  function end(problem: string | undefined): void {
    if (signal.aborted) return;
    stopWatching();
    onEnd(problem);
  }
  speak({ text: text.trim(), language, isAuto, savesSound, isSlow, reportPhase, reportWord, signal }).then(
    end,
    () => end(texts.voiceNotStarted),
  );
  return stop;
}

/** Reports why the text cannot be spoken, or undefined. Reports again when voices or the connection change. */
export function watchSpeakProblem(
  text: string | undefined,
  language: string,
  health: Health | undefined,
  status: Status | undefined,
  onChange: (problem: string | undefined) => void,
): () => void {
  let run = 0;
  const check = async (abilities: ReturnType<typeof findAbilities>) => {
    run += 1;
    const thisRun = run;
    let problem = abilities.findSpeakProblem(language)?.message;
    if (problem && text && (await readSound(text, language))) problem = undefined;
    if (thisRun === run) onChange(problem);
  };
  const stop = watchAbilities(health, status, (abilities) => void check(abilities));
  return () => {
    run += 1;
    stop();
  };
}

unlockOnTap();

interface Utterance extends Required<SpeakOptions> {
  readonly text: string;
  readonly language: string;
  readonly reportPhase: UtteranceListener['onPhase'];
  readonly reportWord: ((start: number, end: number) => void) | undefined;
  readonly signal: AbortSignal;
}

/** @returns why it was not spoken. Rejects when stopped. */
async function speak(utterance: Utterance): Promise<string | undefined> {
  const { text, isAuto, reportPhase, signal } = utterance;
  let trigger: Trigger = isAuto ? 'auto' : 'tap';
  const attempt = createAttempt(utterance);

  async function waitForTap(): Promise<void> {
    reportPhase('queued');
    await waitForUnlock(signal);
    reportPhase('preparing');
    trigger = 'replay';
  }

  if (isAuto && pace.get().readsAfterAnnouncement) await delay(estimateAnnouncementMs(text), signal);
  if (isAuto && isIosSafari() && !isUnlocked()) await waitForTap();
  else if (isAuto && getBrowser().device !== 'ios') await delay(autoPlayDelayMs, signal);
  for (let taps = 0; ; taps += 1) {
    const outcome = await attempt(trigger);
    if (outcome === 'spoken') return undefined;
    if (outcome !== 'needs-tap') return outcome.problem;
    if (taps === maxTaps) return texts.voiceNotStarted;
    await waitForTap();
  }
}

const autoPlayDelayMs = 100;
const maxTaps = 2;

/** @returns a function that tries the server's voice, then the browser's. It fetches the sound only once. */
function createAttempt(utterance: Utterance): (trigger: Trigger) => Promise<Outcome> {
  const { text, language, isAuto, savesSound, isSlow, reportPhase, reportWord, signal } = utterance;
  const recent = getRecentSound(text, language);
  return async (trigger) => {
    const buildSpeech = (isBrowser: boolean): Speech => ({
      text,
      prosody() {
        const how = { isAuto, isSlow, isIosSafari: isBrowser && isIosSafari() };
        return chooseProsody(settings.get().speechRate, trigger, how);
      },
      onStart: () => reportPhase('speaking'),
      onWord: reportWord ?? (() => {}),
      signal,
    });
    const health = queryClient.getQueryData(healthQuery.queryKey);
    const status = queryClient.getQueryData(statusQuery.queryKey);
    // Saved sounds also play offline, and after Premium has ended.
    if (savesSound && !recent.sound) recent.sound = await readSound(text, language);
    const hasPremium = status !== undefined && isEntitled(status);
    const canFetch = hasPremium && canSpeak(health, language);
    const hasServerVoice = recent.sound !== undefined || canFetch;
    const voice = hasServerVoice ? findBrowserVoice(language) : await waitForVoice(language, signal);
    if (hasServerVoice) {
      const marks = findMarks(utterance, recent, hasPremium);
      const getSound = () => fetchSound(utterance, recent);
      const outcome = await speakWithServerVoice(getSound, marks, buildSpeech(false));
      if (!voice || outcome === 'spoken' || outcome === 'needs-tap' || outcome.hasBegun) return outcome;
    }
    if (voice) return speakWithBrowserVoice(voice, buildSpeech(true));
    const problem = findAbilities(health, status).findSpeakProblem(language);
    return { problem: problem?.message ?? texts.voiceNotStarted, hasBegun: false };
  };
}

async function fetchSound({ text, language, savesSound, signal }: Utterance, recent: RecentSound) {
  try {
    if (recent.sound) return recent.sound;
    const sound = await call('speech.synthesize', { text, language }, { signal });
    // A captive portal may answer instead of the server.
    if (sound.type.startsWith('audio/')) recent.sound = sound;
    if (savesSound) void saveSound(text, language, sound);
    return sound;
  } catch (error) {
    // Premium ended while the page was open.
    if (error instanceof ApiError && error.code === 'premium_required') {
      void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    }
    throw error;
  }
}

/** Empty if they are unavailable. */
async function findMarks(
  { text, language, reportWord, signal }: Utterance,
  recent: RecentSound,
  hasPremium: boolean,
): Promise<readonly WordMark[]> {
  if (!reportWord) return [];
  if (!recent.marks && hasPremium) {
    const answer = await call('speech.marks', { text, language }, { signal }).catch(() => undefined);
    if (answer) recent.marks = answer.marks;
  }
  return recent.marks ?? [];
}

function isIosSafari(): boolean {
  return getBrowser().id === 'ios-safari';
}
