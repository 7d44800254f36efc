import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RecordingProfile } from '../../../../../web/speech/recognition-profiles.ts';
import { startFallbackRecorder } from '../../../../../web/speech/record/fallback-recorder.ts';

const stream = {} as MediaStream;
const profile: RecordingProfile = {
  formats: ['audio/webm;codecs=opus', 'audio/mp4'],
  bitsPerSecond: 128_000,
  sliceMs: 1_000,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a recording starts at once, in the first supported format, with a chunk each second', () => {
  const { recorders } = record({ supported: ['audio/mp4'] });
  expect(recorders.map(({ options, state, sliceMs }) => ({ options, state, sliceMs }))).toEqual([
    { options: { audioBitsPerSecond: 128_000, mimeType: 'audio/mp4' }, state: 'recording', sliceMs: 1_000 },
  ]);
});

test('a browser without these formats chooses another', () => {
  const { recorders } = record({ supported: [] });
  expect(recorders[0]?.options).toEqual({ audioBitsPerSecond: 128_000 });
});

test('without a working MediaRecorder there is no fallback recorder', () => {
  expect(startFallbackRecorder(stream, profile, listen())).toBeUndefined();
  vi.stubGlobal(
    'MediaRecorder',
    class {
      static isTypeSupported = () => true;
      constructor() {
        throw new DOMException('', 'NotSupportedError');
      }
    },
  );
  expect(startFallbackRecorder(stream, profile, listen())).toBeUndefined();
  const isTypeSupported = () => {
    throw new TypeError('not allowed');
  };
  vi.stubGlobal('MediaRecorder', { isTypeSupported });
  expect(startFallbackRecorder(stream, profile, listen())).toBeUndefined();
});

describe('a container', () => {
  test('becomes samples when stopped', async () => {
    const { recorders, told, fallback } = record();
    recorders[0]?.hear('ab');
    recorders[0]?.hear('c');
    await fallback?.stop();
    expect(told.said).toEqual(['samples of abc']);
    expect(recorders[0]?.state).toBe('inactive');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that ended with its microphone becomes samples as well', async () => {
    const { recorders, told, fallback } = record();
    recorders[0]?.hear('a');
    recorders[0]?.stop();
    await fallback?.stop();
    expect(told.said).toEqual(['samples of a']);
  });

  test('that is empty or cannot be decoded is dropped', async () => {
    const { recorders, told, fallback } = record({ canRead: false });
    recorders[0]?.hear('abc');
    await fallback?.stop();
    expect(told.said).toEqual([]);
  });

  test('ends before 30 seconds, after the next has started, and all arrive in order', async () => {
    const { recorders, log, told, fallback } = record();
    recorders[0]?.hear('a');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(log).toEqual(['start 0', 'start 1', 'stop 0']);
    recorders[1]?.hear('b');
    await vi.advanceTimersByTimeAsync(29_000);
    recorders[2]?.hear('c');
    await fallback?.stop();
    expect(told.said).toEqual(['samples of a', 'samples of b', 'samples of c']);
    expect(recorders.map(({ state }) => state)).toEqual(['inactive', 'inactive', 'inactive']);
  });

  test('that is discarded reports nothing', async () => {
    const { recorders, told, fallback } = record();
    recorders[0]?.hear('a');
    await vi.advanceTimersByTimeAsync(27_999);
    vi.advanceTimersByTime(1);
    fallback?.discard();
    await vi.runAllTimersAsync();
    expect(told.said).toEqual([]);
    expect(recorders.map(({ state }) => state)).toEqual(['inactive', 'inactive']);
  });

  test('arrives before the failure to start the next', async () => {
    const { recorders, told } = record();
    recorders[0]?.hear('a');
    vi.stubGlobal('MediaRecorder', undefined);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(told.said).toEqual(['samples of a', 'error']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that fails reports it once, and ends', async () => {
    const { recorders, told } = record();
    recorders[0]?.hear('a');
    recorders[0]?.dispatchEvent(new Event('error'));
    recorders[0]?.dispatchEvent(new Event('error'));
    await vi.runAllTimersAsync();
    expect(told.said).toEqual(['error']);
    expect(recorders).toHaveLength(1);
  });
});

function record(abilities: Abilities = {}) {
  const fake = fakeRecorders(abilities);
  const told = listen();
  return { ...fake, told, fallback: startFallbackRecorder(stream, profile, told) };
}

function listen() {
  const said: string[] = [];
  return {
    said,
    onSamples: (samples: Float32Array) => {
      said.push(`samples of ${String.fromCharCode(...samples)}`);
    },
    onError: () => {
      said.push('error');
    },
  };
}

/** Recorders with given sound, and a decoder that makes a sample of each byte. */
function fakeRecorders({ supported = profile.formats, canRead = true }: Abilities) {
  const recorders: FakeRecorder[] = [];
  const log: string[] = [];

  class FakeRecorder extends EventTarget {
    static isTypeSupported = (format: string) => supported.includes(format);
    readonly #number = recorders.push(this) - 1;
    readonly options: MediaRecorderOptions;
    readonly mimeType: string;
    state: RecordingState = 'inactive';
    sliceMs = 0;

    constructor(_: MediaStream, options: MediaRecorderOptions) {
      super();
      this.options = options;
      this.mimeType = options.mimeType ?? '';
    }
    start(sliceMs: number) {
      this.state = 'recording';
      this.sliceMs = sliceMs;
      log.push(`start ${this.#number}`);
    }
    hear(text: string) {
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }));
    }
    stop() {
      this.state = 'inactive';
      log.push(`stop ${this.#number}`);
      queueMicrotask(() => this.dispatchEvent(new Event('stop')));
    }
  }

  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData(bytes: ArrayBuffer) {
        if (!canRead) throw new DOMException('', 'EncodingError');
        return { numberOfChannels: 1, getChannelData: () => Float32Array.from(new Uint8Array(bytes)) };
      }
    },
  );
  return { recorders, log };
}

interface Abilities {
  readonly supported?: readonly string[];
  readonly canRead?: boolean;
}
