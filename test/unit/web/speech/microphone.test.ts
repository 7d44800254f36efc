import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openMicrophone } from '../../../../web/speech/microphone.ts';
import type { MicrophoneProfile } from '../../../../web/speech/profiles.ts';

const constraints = { channelCount: 1 };
const once: MicrophoneProfile = { constraints, attempts: 1, pauseMs: 0, timeoutStepMs: undefined };
const desktopChrome: MicrophoneProfile = { ...once, attempts: 3, pauseMs: 500 };
const iosChrome: MicrophoneProfile = { ...once, attempts: 5, pauseMs: 1_000, timeoutStepMs: 2_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a microphone that opens', () => {
  test('is asked for at once, with the profile’s constraints, and once', async () => {
    const { asked } = fakeMicrophones();
    const opening = openMicrophone(desktopChrome, never());
    expect(asked.map(({ audio }) => audio)).toEqual([constraints]);
    const stream = fakeStream();
    asked[0]?.open(stream);
    expect(await opening).toBe(stream);
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
    expect(stopped(stream)).toEqual([false]);
  });

  test('leaves no timer behind', async () => {
    const { asked } = fakeMicrophones();
    const opening = openMicrophone(iosChrome, never());
    asked[0]?.open(fakeStream());
    await opening;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a microphone that is refused', () => {
  test('is asked for three times on desktop Chrome, half a second apart', async () => {
    const { asked } = fakeMicrophones({ permission: 'prompt' });
    const failure = failureOf(openMicrophone(desktopChrome, never()));
    const times: number[] = [];
    const start = Date.now();
    for (let count = 1; count <= 3; count++) {
      await vi.waitUntil(() => asked.length === count);
      times.push(Date.now() - start);
      asked.at(-1)?.refuse('NotAllowedError');
      await vi.advanceTimersByTimeAsync(499);
      expect(asked).toHaveLength(count);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(asked).toHaveLength(3);
    expect(await failure).toEqual({
      code: 'not-allowed',
      sentence: 'Microphone permission denied. Please allow microphone access and try again.',
    });
  });

  test('and opens at the next attempt is used', async () => {
    const { asked } = fakeMicrophones({ permission: 'prompt' });
    const opening = openMicrophone(desktopChrome, never());
    asked[0]?.refuse('NotReadableError');
    await vi.advanceTimersByTimeAsync(500);
    const stream = fakeStream();
    asked[1]?.open(stream);
    expect(await opening).toBe(stream);
  });

  test.each([
    ['NotAllowedError', 'denied', 'not-allowed'],
    ['NotFoundError', 'prompt', 'no-microphone'],
    ['SecurityError', 'prompt', 'not-allowed'],
  ] as const)('by %s while the permission is %s is not asked for again', async (name, permission, code) => {
    const { asked } = fakeMicrophones({ permission });
    const failure = failureOf(openMicrophone(desktopChrome, never()));
    asked[0]?.refuse(name);
    expect((await failure).code).toBe(code);
    expect(asked).toHaveLength(1);
  });

  test('is asked for again where the browser does not tell its permissions', async () => {
    const { asked } = fakeMicrophones();
    openMicrophone(desktopChrome, never()).catch(() => {});
    asked[0]?.refuse('NotAllowedError');
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['NotAllowedError', 'Microphone permission denied. Please allow microphone access and try again.'],
    ['NotFoundError', 'No microphone found. Please check your audio devices.'],
    ['NotReadableError', 'Recording failed: the microphone is in use or was disconnected'],
    ['InvalidStateError', 'Recording failed: said by the browser'],
  ])('by %s says what to do', async (name, sentence) => {
    const { asked } = fakeMicrophones();
    const failure = failureOf(openMicrophone(once, never()));
    asked[0]?.refuse(name, 'said by the browser');
    expect((await failure).sentence).toBe(sentence);
  });

  test('for good is asked for no more, and the failure is the last one', async () => {
    const { asked } = fakeMicrophones();
    const failure = failureOf(openMicrophone(once, never()));
    asked[0]?.refuse('AbortError');
    expect((await failure).code).toBe('recording');
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });
});

describe('a page without microphones, such as one that did not come by https', () => {
  test('fails at once', async () => {
    vi.stubGlobal('navigator', {});
    expect(await failureOf(openMicrophone(iosChrome, never()))).toEqual({
      code: 'unsupported',
      sentence: 'Recording failed: this browser cannot record here',
    });
  });
});

describe('a microphone that does not answer', () => {
  test('gets 2, 4, 6, 8 and 10 seconds on Chrome for iPhone, with a second between', async () => {
    const { asked } = fakeMicrophones();
    const start = Date.now();
    const failure = failureOf(openMicrophone(iosChrome, never()));
    await vi.runAllTimersAsync();
    expect(asked.map(({ atMs }) => atMs - start)).toEqual([0, 3_000, 8_000, 15_000, 24_000]);
    expect(await failure).toEqual({
      code: 'not-started',
      sentence: 'Recording failed: the microphone did not answer',
    });
    expect(Date.now() - start).toBe(34_000);
  });

  test('is waited for without end where the profile gives no time', async () => {
    const { asked } = fakeMicrophones();
    const opening = openMicrophone(desktopChrome, never());
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(asked).toHaveLength(1);
    const stream = fakeStream();
    asked[0]?.open(stream);
    expect(await opening).toBe(stream);
  });

  test('in time is used when it answers late and no other has', async () => {
    const { asked } = fakeMicrophones();
    const opening = openMicrophone(iosChrome, never());
    await vi.advanceTimersByTimeAsync(3_000);
    expect(asked).toHaveLength(2);
    const [late, later] = [fakeStream(), fakeStream()];
    asked[0]?.open(late);
    expect(await opening).toBe(late);
    asked[1]?.open(later);
    await vi.runAllTimersAsync();
    expect([stopped(late), stopped(later)]).toEqual([[false], [true]]);
    expect(asked).toHaveLength(2);
  });

  test('in all its time is closed when it answers after that', async () => {
    const { asked } = fakeMicrophones();
    const failure = failureOf(openMicrophone(iosChrome, never()));
    await vi.runAllTimersAsync();
    await failure;
    const streams = asked.map(({ open }) => {
      const stream = fakeStream();
      open(stream);
      return stream;
    });
    await vi.runAllTimersAsync();
    expect(streams.map(stopped)).toEqual(streams.map(() => [true]));
  });
});

test('a stream without sound is closed and counts as no microphone', async () => {
  const { asked } = fakeMicrophones();
  const failure = failureOf(openMicrophone(desktopChrome, never()));
  const stream = fakeStream('video');
  asked[0]?.open(stream);
  expect(await failure).toEqual({
    code: 'no-microphone',
    sentence: 'No microphone found. Please check your audio devices.',
  });
  expect(stopped(stream)).toEqual([true]);
});

describe('giving up', () => {
  test('closes a stream that comes after it, asks no more, and leaves no timer', async () => {
    const { asked } = fakeMicrophones();
    const giving = new AbortController();
    const opening = openMicrophone(iosChrome, giving.signal);
    giving.abort();
    await expect(opening).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(vi.getTimerCount()).toBe(0);
    const stream = fakeStream();
    asked[0]?.open(stream);
    await vi.runAllTimersAsync();
    expect(stopped(stream)).toEqual([true]);
    expect(asked).toHaveLength(1);
  });

  test('between two attempts prevents the next', async () => {
    const { asked } = fakeMicrophones({ permission: 'prompt' });
    const giving = new AbortController();
    openMicrophone(desktopChrome, giving.signal).catch(() => {});
    asked[0]?.refuse('NotAllowedError');
    await vi.advanceTimersByTimeAsync(100);
    giving.abort();
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });

  test('before it begins asks for nothing', async () => {
    const { asked } = fakeMicrophones();
    await expect(openMicrophone(once, AbortSignal.abort())).rejects.toThrow();
    expect(asked).toHaveLength(0);
  });
});

function never(): AbortSignal {
  return new AbortController().signal;
}

/** What the page asks a browser for, to be answered by the test. */
function fakeMicrophones({ permission }: { permission?: PermissionState } = {}) {
  const asked: Asked[] = [];
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia({ audio }: MediaStreamConstraints) {
        return new Promise<MediaStream>((open, fail) => {
          const refuse = (name: string, message = '') => fail(new DOMException(message, name));
          asked.push({ audio, atMs: Date.now(), open, refuse });
        });
      },
    },
    ...(permission && { permissions: { query: async () => ({ state: permission }) } }),
  });
  return { asked };
}

interface Asked {
  readonly audio: MediaStreamConstraints['audio'];
  readonly atMs: number;
  open(stream: MediaStream): void;
  refuse(name: string, message?: string): void;
}

function fakeStream(kind: 'audio' | 'video' = 'audio'): MediaStream {
  const track = { kind, isStopped: false, stop: () => Object.assign(track, { isStopped: true }) };
  const stream = { getTracks: () => [track], getAudioTracks: () => (kind === 'audio' ? [track] : []) };
  return stream as unknown as MediaStream;
}

function stopped(stream: MediaStream): boolean[] {
  return stream.getTracks().map((track) => (track as unknown as { isStopped: boolean }).isStopped);
}

async function failureOf(opening: Promise<MediaStream>) {
  const { code, sentence } = await opening.then(
    () => Promise.reject(new Error('it opened')),
    (error) => error,
  );
  return { code, sentence };
}
