import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultSettings } from '../../../../../shared/settings.ts';
import { settings } from '../../../../../web/settings/settings.ts';
import type { Browser } from '../../../../../web/speech/browser.ts';
import type { Listening } from '../../../../../web/speech/recognise/listening.ts';
import type { FallbackListener } from '../../../../../web/speech/record/fallback-recorder.ts';
import { record } from '../../../../../web/speech/record/recorder.ts';
import { createStreaming, type Streaming } from '../../../../../web/speech/transcribe/streaming.ts';
import * as texts from '../../../../../web/texts/speech.ts';
import { join, noise, rate, silence, voice } from './sounds.ts';

const browser: Browser = { id: 'other', device: 'desktop', isChrome: false, isInstalled: false };

/** The test plays the browser. */
const pcm = vi.hoisted(() => ({
  gains: [] as number[],
  say: (_: Float32Array) => {},
  finish: async () => {},
  isClosed: false,
}));
const container = vi.hoisted(() => ({
  isThere: true,
  listener: undefined as FallbackListener | undefined,
  stop: async () => {},
  isDiscarded: false,
}));

vi.mock('../../../../../web/speech/record/pcm.ts', () => ({
  openPcmCapture(gain: number) {
    pcm.gains = [gain];
    return {
      connect: (_: MediaStream, onSamples: typeof pcm.say) => Object.assign(pcm, { say: onSamples }),
      setGain: (gain: number) => pcm.gains.push(gain),
      finish: () => pcm.finish(),
      close: () => Object.assign(pcm, { isClosed: true }),
    };
  },
}));
vi.mock('../../../../../web/speech/record/fallback-recorder.ts', () => ({
  rotationMs: 28_000,
  startFallbackRecorder(_: MediaStream, __: unknown, listener: FallbackListener) {
    container.listener = listener;
    return container.isThere
      ? { stop: () => container.stop(), discard: () => Object.assign(container, { isDiscarded: true }) }
      : undefined;
  },
}));

/** Streaming has its own tests. */
const streaming = vi.hoisted(() => ({ isGivenUp: false, listener: (_: Streaming) => {} }));
vi.mock('../../../../../web/speech/transcribe/run-streaming.ts', () => ({
  StreamingRun: class {
    constructor(_: string, __: unknown, listener: typeof streaming.listener) {
      streaming.listener = listener;
    }
    send() {}
    abandon() {
      streaming.isGivenUp = true;
    }
  },
}));

let track: EventTarget & { isStopped: boolean; muted: boolean };
let open: () => void;
let current: Listening | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  streaming.isGivenUp = false;
  Object.assign(pcm, { finish: async () => {}, isClosed: false });
  Object.assign(container, { isThere: true, stop: async () => {}, isDiscarded: false });
  track = Object.assign(new EventTarget(), {
    isStopped: false,
    muted: false,
    stop: () => Object.assign(track, { isStopped: true }),
  });
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: () =>
        new Promise((resolve) => {
          open = () => resolve({ getTracks: () => [track], getAudioTracks: () => [track] });
        }),
    },
  });
});
afterEach(() => {
  current?.discard();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  settings.change(defaultSettings);
});

test('the end closes the microphone, then delivers the speech, and leaves nothing open', async () => {
  const { listening, told } = await listen();
  // An open microphone that sends no samples does not listen yet.
  expect(told).toEqual([]);
  await speak(3);
  pcm.finish = async () => pcm.say(voice(0.02));
  await end(listening);
  expect(told).toEqual(['listening', 'clips of 3.02 s, microphone closed']);
  expectClosed();
});

test('an end that fails closes the microphone and says so', async () => {
  const { listening, told } = await listen();
  await speak(3);
  pcm.finish = async () => {
    throw new DOMException('The port is closed.', 'InvalidStateError');
  };
  await end(listening);
  expect(told).toEqual(['listening', `recording: ${texts.recordingError}`]);
  expectClosed();
});

test('cancelling after delivery does not end streaming', async () => {
  const { listening, told } = await listen({ onClips: () => listening.discard() });
  await speak(3);
  await end(listening);
  expect(told).toContain('clips of 3 s, microphone closed');
  expect(streaming.isGivenUp).toBe(false);
});

describe('cancelling', () => {
  test('while it opens closes it', async () => {
    for (let steps = 0; steps < 10; steps++) {
      const { listening, told } = await listen({ isOpen: false });
      track.isStopped = false;
      open();
      for (let step = 0; step < steps; step++) await Promise.resolve();
      listening.discard();
      await vi.runAllTimersAsync();
      expect(told).toEqual(['released']);
      expectClosed();
    }
  });

  test('while it listens delivers nothing, and ends streaming', async () => {
    const { listening, told } = await listen();
    await speak(3);
    listening.discard();
    pcm.say(voice(1));
    track.dispatchEvent(new Event('ended'));
    await vi.runAllTimersAsync();
    expect(told).toEqual(['listening', 'released']);
    expect(streaming.isGivenUp).toBe(true);
    expectClosed();
  });
});

describe('silence after speech', () => {
  test('counts down, then ends it and delivers the speech', async () => {
    const { told } = await listen();
    await speak(3);
    await hear(silence(1.9));
    expect(told).toEqual(['listening', expect.stringMatching(/^silence ends in 1\.[67]\d* s$/)]);
    await hear(silence(0.2));
    expect(told.slice(2)).toEqual([
      'silence is over',
      expect.stringMatching(/^clips of 3.5 s, microphone closed/),
    ]);
    expectClosed();
  });

  test.each([
    ['ios-safari', 1.5],
    ['firefox', 2.5],
    ['ios-chrome', 3],
  ] as const)('ends it in %s after %s s', async (id, seconds) => {
    const { told } = await listen({ id });
    await speak(3);
    await hear(silence(seconds - 0.2));
    expect(told.some((each) => each.startsWith('clips'))).toBe(false);
    await hear(silence(0.4));
    expect(told.at(-1)).toMatch(/^clips/);
  });

  test('ends it in constant noise too', async () => {
    const { told } = await listen();
    await hear(join(noise(3, 0.01), mix(voice(3), noise(3, 0.01))));
    await hear(noise(2.3, 0.01));
    expect(told.at(-1)).toMatch(/^clips of (3\.9|4)/);
  });

  test('shorter than that does not end it', async () => {
    const { told } = await listen();
    for (let times = 0; times < 4; times++) await hear(join(voice(1), silence(1.6)));
    expect(told).not.toContainEqual(expect.stringMatching(/^clips/));
    expect(told.filter((each) => each === 'silence is over')).toHaveLength(3);
  });

  test('is measured in audio, and no countdown is shown while none arrives', async () => {
    const { told } = await listen();
    await speak(30);
    await hear(silence(1));
    await vi.advanceTimersByTimeAsync(1_900);
    expect(told.slice(1)).toEqual([expect.stringMatching(/^silence ends/), 'silence is over']);
    await hear(silence(0.4));
    expect(told.at(-1)).toMatch(/^silence ends in 0\.\d* s$/);
    await speak(1);
    expect(told.at(-1)).toBe('silence is over');
  });

  test('and speech that arrive together after a stall do not end it', async () => {
    const { told } = await listen();
    await speak(1);
    await vi.advanceTimersByTimeAsync(4_000);
    pcm.say(join(silence(2.5), voice(1.5)));
    await speak(1);
    expect(told).toEqual(['listening']);
  });
});

describe('no speech', () => {
  const noSpeech = 'no-speech: No speech detected. Please speak into your microphone.';

  test.each([
    ['silence', silence(30)],
    ['constant noise', noise(30, 0.05)],
    ['silence, then constant noise', join(silence(4), noise(26, 0.05))],
  ])('but %s until the main timeout ends it', async (_, sound) => {
    const { told } = await listen();
    await hear(sound.subarray(0, 29.5 * rate));
    expect(told).toEqual(['listening']);
    await hear(sound.subarray(29.5 * rate));
    expect(told).toEqual(['listening', noSpeech]);
    expectClosed();
  });

  test('because it ends before the microphone is open', async () => {
    const { listening, told } = await listen({ isOpen: false });
    listening.finish();
    open();
    await vi.runAllTimersAsync();
    expect(told).toEqual([noSpeech]);
    expectClosed();
  });
});

test('an allowance that is used up ends it', async () => {
  const { told } = await listen();
  await speak(3);
  streaming.listener({ ...createStreaming('en-US'), isAllowanceUsedUp: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['listening', 'clips of 3 s, microphone closed']);
  expectClosed();
});

describe('a lost microphone', () => {
  test('delivers the speech so far', async () => {
    const { told } = await listen();
    await speak(3);
    await unplug();
    expect(told).toEqual(['listening', 'clips of 3 s, microphone closed']);
    expectClosed();
  });

  test('before any speech is a failure', async () => {
    const { told } = await listen();
    await hear(new Float32Array(rate));
    await unplug();
    expect(told.at(-1)).toBe('no-microphone: Recording failed: the microphone was disconnected');
    expectClosed();
  });
});

describe('samples that stop after half a minute', () => {
  test('end it, and the speech so far is delivered', async () => {
    const { told } = await listen();
    await speak(30);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(told).toEqual(['listening', expect.stringMatching(/^clips of /)]);
    expectClosed();
  });

  test('end it also in a browser without MediaRecorder', async () => {
    container.isThere = false;
    const { told } = await listen();
    pcm.say(new Float32Array(rate));
    await vi.advanceTimersByTimeAsync(32_000);
    expect(told).toEqual(['listening', 'interrupted: Recording failed: the microphone was interrupted']);
    expectClosed();
  });

  test('do not end it if they resume', async () => {
    const { told } = await listen();
    await speak(30);
    await vi.advanceTimersByTimeAsync(3_900);
    await speak(5);
    await vi.advanceTimersByTimeAsync(3_900);
    await speak(5);
    expect(told).toEqual(['listening']);
  });
});

describe('MediaRecorder', () => {
  test('is dropped after enough samples', async () => {
    await listen();
    await speak(26);
    expect(container.isDiscarded).toBe(false);
    await speak(1);
    expect(container.isDiscarded).toBe(true);
  });

  test('is used if no samples arrive, with the sensitivity applied', async () => {
    settings.change({ micSensitivity: 10 });
    const { listening, told } = await listen();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(['listening']);
    await vi.advanceTimersByTimeAsync(3_000);
    pcm.say(voice(1));
    const soft = voice(3).map((sample) => sample / 100);
    container.stop = async () => container.listener?.onSamples(soft);
    await end(listening);
    expect(told).toEqual(['listening', 'clips of 3 s, microphone closed']);
    expectClosed();
  });

  test('is not used if samples arrive late, but all', async () => {
    const { listening, told } = await listen();
    await vi.advanceTimersByTimeAsync(2_800);
    await speak(2);
    await end(listening);
    expect(told).toEqual(['listening', 'clips of 2 s, microphone closed']);
  });

  test('is used if too few samples arrive for the time', async () => {
    const { listening, told } = await listen();
    pcm.say(voice(1));
    await vi.advanceTimersByTimeAsync(5_000);
    container.stop = async () => container.listener?.onSamples(voice(5));
    await end(listening);
    expect(told).toEqual(['listening', 'clips of 5 s, microphone closed']);
  });

  test('that lost samples as well fails, though together they were enough', async () => {
    const { listening, told } = await listen();
    pcm.say(new Float32Array(2 * rate));
    await vi.advanceTimersByTimeAsync(5_000);
    container.stop = async () => container.listener?.onSamples(new Float32Array(2 * rate));
    await end(listening);
    expect(told).toEqual(['listening', 'recording: Failed to process audio.']);
  });

  test('without output fails', async () => {
    const { listening, told } = await listen();
    await vi.advanceTimersByTimeAsync(3_000);
    await end(listening);
    expect(told).toEqual(['listening', 'recording: Failed to process audio.']);
    expectClosed();
  });

  test('without output ends by itself, too', async () => {
    const { told } = await listen();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual(['listening', 'interrupted: Recording failed: the microphone was interrupted']);
    expectClosed();
  });

  test('ends after silence, as soon as it delivers samples', async () => {
    const { told } = await listen();
    await vi.advanceTimersByTimeAsync(28_000);
    container.listener?.onSamples(join(voice(3), silence(25)));
    await vi.advanceTimersByTimeAsync(0);
    expect(told.at(-1)).toBe('clips of 3.5 s, microphone closed');
    expectClosed();
  });

  test('fails only if it is needed', async () => {
    const { told } = await listen();
    await speak(1);
    container.listener?.onError();
    await speak(1);
    expect(told).toEqual(['listening']);
  });

  test.each([
    [0, 'recording: Recording error occurred'],
    [3, 'clips of 3 s, microphone closed'],
  ])('that fails when needed ends it with the %i s so far', async (seconds, last) => {
    const { told } = await listen();
    await vi.advanceTimersByTimeAsync(seconds > 0 ? 30_000 : 3_100);
    if (seconds > 0) container.listener?.onSamples(voice(seconds));
    container.listener?.onError();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['listening', last]);
    expectClosed();
  });
});

describe('a muted microphone', () => {
  test.each([
    ['from the start', true],
    ['before any speech', false],
  ])('%s is named long before the time is over', async (_, isFromStart) => {
    track.muted = isFromStart;
    const { told } = await listen();
    if (!isFromStart) mute(true);
    await hear(new Float32Array(5 * rate));
    expect(told.at(-1)).toBe('interrupted: Recording failed: the microphone is muted');
    expectClosed();
  });

  test('may come back within 4 seconds, as when headphones change', async () => {
    const { told } = await listen();
    mute(true);
    await hear(new Float32Array(3 * rate));
    mute(false);
    await speak(3);
    expect(told).toEqual(['listening']);
  });

  test('that was closed says nothing more', async () => {
    const { listening, told } = await listen();
    mute(true);
    listening.discard();
    await vi.runAllTimersAsync();
    expect(told).toEqual(['released']);
  });
});

test('changes of the setting apply until the end', async () => {
  const { listening } = await listen();
  settings.change({ micSensitivity: 10 });
  settings.change({ micSensitivity: 1 });
  expect(pcm.gains.map((gain) => gain.toFixed(2))).toEqual(['1.00', '4.00', '0.33']);
  listening.discard();
  settings.change({ micSensitivity: 7 });
  expect(pcm.gains).toHaveLength(3);
});

async function end(listening: Listening): Promise<void> {
  listening.finish();
  await vi.advanceTimersByTimeAsync(0);
}

/** A muted track still sends samples: zeros. */
function mute(muted: boolean): void {
  track.muted = muted;
  track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
}

async function unplug(): Promise<void> {
  track.dispatchEvent(new Event('ended'));
  await vi.advanceTimersByTimeAsync(0);
}

async function listen({
  isOpen = true,
  id = browser.id,
  onClips = () => {},
}: {
  isOpen?: boolean;
  id?: Browser['id'];
  onClips?: () => void;
} = {}) {
  const told: string[] = [];
  const state = () => (track.isStopped ? 'microphone closed' : 'microphone open');
  const listening = record(
    'en-US',
    { ...browser, id },
    {
      onListening: () => told.push('listening'),
      onInterim: (text) => told.push(text),
      onTranscript: (text) => told.push(text),
      onClips(clips) {
        const [{ size } = new Blob()] = clips;
        told.push(`clips of ${(size - 44) / 2 / rate} s, ${state()}`);
        onClips();
      },
      onFailure: ({ code, text }) => told.push(`${code}: ${text}`),
      onSilenceTimer: (leftMs) =>
        told.push(leftMs === undefined ? 'silence is over' : `silence ends in ${leftMs / 1_000} s`),
      onReleased: () => told.push('released'),
    },
    { hasStreams: true },
  );
  current = listening;
  if (isOpen) {
    open();
    await vi.advanceTimersByTimeAsync(0);
  }
  return { listening, told };
}

/** Samples arrive in real time. */
async function hear(samples: Float32Array): Promise<void> {
  const step = rate / 10;
  for (let at = 0; at < samples.length; at += step) {
    await vi.advanceTimersByTimeAsync(100);
    pcm.say(samples.subarray(at, at + step));
  }
  await vi.advanceTimersByTimeAsync(0);
}

function speak(seconds: number): Promise<void> {
  return hear(voice(seconds));
}

function mix(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((sample, at) => sample + (other[at] ?? 0));
}

function expectClosed(): void {
  expect({ microphone: track.isStopped, pcm: pcm.isClosed, timers: vi.getTimerCount() }).toEqual({
    microphone: true,
    pcm: true,
    timers: 0,
  });
}
