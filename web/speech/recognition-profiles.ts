import type { Browser, BrowserId } from './browser.ts';

/** All numbers except `endTimeoutMs` and `slowTimeoutMs` come from the specification. */
export function findBrowserProfile({ id, device }: Browser) {
  return {
    recognition: { ...recognition, ...recognitionByBrowser[id] },
    microphone: {
      ...microphone,
      ...microphoneByBrowser[id],
      constraints: {
        ...microphone.constraints,
        ...(device === 'ios' && { echoCancellation: false, noiseSuppression: false }),
        ...(id === 'firefox' && { autoGainControl: false }),
      },
    },
    recording:
      device === 'ios' || id === 'desktop-safari' ? { ...recording, formats: webkitFormats } : recording,
  };
}

export type RecognitionProfile = Readonly<typeof recognition>;

/** Slow speech also lasts longer. @param pauseMs the visitor's own pause */
export function withPause(profile: RecognitionProfile, pauseMs: number | undefined): RecognitionProfile {
  if (pauseMs === undefined) return profile;
  return {
    ...profile,
    silenceTimeoutMs: Math.max(profile.silenceTimeoutMs, pauseMs),
    mainTimeoutMs: slowTimeoutMs,
  };
}

const slowTimeoutMs = 60_000;

const recognition = {
  /** Listening lasts at most this long, speech or not. */
  mainTimeoutMs: 30_000,
  /** Listening ends this long after the last sign of speech. */
  silenceTimeoutMs: 2_000,
  startTimeoutMs: 5_000,
  /** Pause after the previous recogniser has ended; `startDelayMs` follows. */
  cleanUpDelayMs: 300,
  startDelayMs: 100,
  alternatives: 1,
  isContinuous: true,
  repeatsEarlierText: true,
  /** Retries after an abort, and the pause before each. */
  abortRetries: 3,
  abortPauseMs: 1_000,
  /** Some browsers never report the end, and the last words may arrive slowly. */
  endTimeoutMs: 2_000,
};

const recognitionByBrowser: Partial<Record<BrowserId, Partial<RecognitionProfile>>> = {
  'desktop-chrome': {
    mainTimeoutMs: 20_000,
    silenceTimeoutMs: 2_000,
    startDelayMs: 200,
    alternatives: 3,
    // On Android a result may repeat earlier text. On a computer, a repeated word was said twice.
    repeatsEarlierText: false,
  },
  'ios-chrome': {
    mainTimeoutMs: 15_000,
    silenceTimeoutMs: 3_000,
    startTimeoutMs: 3_000,
    startDelayMs: 800,
  },
  'ios-safari': { mainTimeoutMs: 8_000, silenceTimeoutMs: 1_500, isContinuous: false },
  firefox: { mainTimeoutMs: 25_000, silenceTimeoutMs: 2_500 },
};

export interface MicrophoneProfile {
  readonly constraints: MediaTrackConstraints;
  readonly attempts: number;
  readonly pauseMs: number;
  /** Timeout of the first attempt. Each later attempt gets this much more. */
  readonly timeoutStepMs?: number | undefined;
}

const microphone = {
  constraints: {
    channelCount: 1,
    sampleRate: 44_100,
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
  },
  attempts: 1,
  pauseMs: 0,
  timeoutStepMs: undefined,
};

const microphoneByBrowser: Partial<Record<BrowserId, Omit<MicrophoneProfile, 'constraints'>>> = {
  'desktop-chrome': { attempts: 3, pauseMs: 500 },
  'ios-chrome': { attempts: 5, pauseMs: 1_000, timeoutStepMs: 2_000 },
};

export type RecordingProfile = Readonly<typeof recording>;

const recording = {
  formats: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/wav', 'audio/ogg;codecs=opus'],
  bitsPerSecond: 128_000,
  sliceMs: 1_000,
};

/** WebKit claims to record webm, but its files are broken. */
const webkitFormats = ['audio/mp4', ...recording.formats.filter((format) => format !== 'audio/mp4')];
