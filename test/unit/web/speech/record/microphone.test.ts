import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MicrophoneProfile } from '../../../../../web/speech/recognition-profiles.ts';
import { type OpenedMicrophone, openMicrophone } from '../../../../../web/speech/record/microphone.ts';

const advice = 'You can type instead or try voice again.';
const constraints = { channelCount: 1 };
const once: MicrophoneProfile = { constraints, attempts: 1, pauseMs: 0, timeoutStepMs: undefined };
const desktopChrome: MicrophoneProfile = { ...once, attempts: 3, pauseMs: 500 };
const iosChrome: MicrophoneProfile = { ...once, attempts: 5, pauseMs: 1_000, timeoutStepMs: 2_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a microphone is requested at once, by its profile, and leaves no timer', async () => {
  const { asked, opening } = openIn(desktopChrome);
  expect(asked.map(({ audio }) => audio)).toEqual([constraints]);
  const stream = fakeStream();
  asked[0]?.open(stream);
  expect(await opening).toEqual({ stream });
  expect(vi.getTimerCount()).toBe(0);
  expect([asked.length, stopped(stream)]).toEqual([1, [false]]);
});

describe('a refused microphone', () => {
  test('is requested three times on desktop Chrome, half a second apart', async () => {
    const { asked, opening } = openIn(desktopChrome, { permission: 'prompt' });
    const failure = failureOf(opening);
    for (let count = 1; count <= 3; count++) {
      expect(asked).toHaveLength(count);
      asked.at(-1)?.refuse('NotAllowedError');
      await vi.advanceTimersByTimeAsync(499);
      expect(asked).toHaveLength(count);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(asked).toHaveLength(3);
    expect((await failure).code).toBe('not-allowed');
  });

  test.each(['prompt', undefined] as const)(
    'is used if it opens at the next attempt, with permission %s',
    async (permission) => {
      const { asked, opening } = openIn(desktopChrome, { permission });
      asked[0]?.refuse(permission ? 'NotReadableError' : 'NotAllowedError');
      await vi.advanceTimersByTimeAsync(500);
      const stream = fakeStream();
      asked[1]?.open(stream);
      expect(await opening).toEqual({ stream });
    },
  );

  test.each([
    ['NotAllowedError', 'denied', 'not-allowed'],
    ['NotFoundError', 'prompt', 'no-microphone'],
    ['SecurityError', 'prompt', 'not-allowed'],
  ] as const)('by %s while the permission is %s is not requested again', async (name, permission, code) => {
    const { asked, opening } = openIn(desktopChrome, { permission });
    asked[0]?.refuse(name);
    expect((await failureOf(opening)).code).toBe(code);
    expect(asked).toHaveLength(1);
  });

  const denied = 'Microphone permission denied. Please allow microphone access and try again.';
  const missing = 'No microphone found. Please check your audio devices.';
  const busy = 'Recording failed: the microphone is in use or was disconnected';

  test.each([
    ['NotAllowedError', 'not-allowed', denied, undefined],
    ['SecurityError', 'not-allowed', denied, undefined],
    ['NotFoundError', 'no-microphone', missing, undefined],
    ['OverconstrainedError', 'no-microphone', missing, undefined],
    ['NotReadableError', 'recording', busy, advice],
    ['AbortError', 'recording', busy, advice],
    ['TypeError', 'recording', 'Recording failed: said by the browser', advice],
    ['InvalidStateError', 'recording', 'Recording failed: said by the browser', advice],
  ])('by %s for good becomes plain data, and is not requested again', async (name, code, text, advice) => {
    const { asked, opening } = openIn(once);
    asked[0]?.refuse(name, 'said by the browser');
    const failure = await failureOf(opening);
    expect({ ...failure }).toEqual({ code, text, advice });
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });
});

test('a page without microphones fails at once, for example without https', async () => {
  vi.stubGlobal('navigator', {});
  expect(await failureOf(openMicrophone(iosChrome, never()))).toEqual({
    code: 'unsupported',
    text: 'Recording failed: this browser can’t record on this page',
    advice,
  });
});

describe('a slow microphone', () => {
  test('gets 2, 4, 6, 8 and 10 seconds on Chrome for iPhone, with a second between', async () => {
    const start = Date.now();
    const { asked, opening } = openIn(iosChrome);
    const failure = failureOf(opening);
    await vi.runAllTimersAsync();
    expect(asked.map(({ atMs }) => atMs - start)).toEqual([0, 3_000, 8_000, 15_000, 24_000]);
    expect(await failure).toEqual({
      code: 'not-started',
      text: 'Recording failed: the microphone didn’t respond',
      advice,
    });
    expect(Date.now() - start).toBe(34_000);
    // Streams that open after the timeout are closed.
    const streams = asked.map(({ open }) => {
      const stream = fakeStream();
      open(stream);
      return stream;
    });
    await vi.runAllTimersAsync();
    expect(streams.map(stopped)).toEqual(streams.map(() => [true]));
  });

  test('is used if it answers late before all others', async () => {
    const { asked, opening } = openIn(iosChrome);
    await vi.advanceTimersByTimeAsync(3_000);
    const [late, later] = [fakeStream(), fakeStream()];
    asked[0]?.open(late);
    expect(await opening).toEqual({ stream: late });
    asked[1]?.open(later);
    await vi.runAllTimersAsync();
    expect([stopped(late), stopped(later), asked.length]).toEqual([[false], [true], 2]);
  });
});

test('a stream without sound is closed and counts as no microphone', async () => {
  const { asked, opening } = openIn(desktopChrome);
  const stream = fakeStream('video');
  asked[0]?.open(stream);
  expect((await failureOf(opening)).code).toBe('no-microphone');
  expect(stopped(stream)).toEqual([true]);
});

describe('cancelling', () => {
  test('closes a late stream, and leaves no request or timer', async () => {
    const giving = new AbortController();
    const { asked, opening } = openIn(iosChrome, { signal: giving.signal });
    giving.abort();
    await expect(opening).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(vi.getTimerCount()).toBe(0);
    const stream = fakeStream();
    asked[0]?.open(stream);
    await vi.runAllTimersAsync();
    expect([stopped(stream), asked.length]).toEqual([[true], 1]);
  });

  test('between two attempts prevents the next', async () => {
    const giving = new AbortController();
    const { asked, opening } = openIn(desktopChrome, { permission: 'prompt', signal: giving.signal });
    opening.catch(() => {});
    asked[0]?.refuse('NotAllowedError');
    await vi.advanceTimersByTimeAsync(100);
    giving.abort();
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });
});

function never(): AbortSignal {
  return new AbortController().signal;
}

/** A request for a microphone, which the test answers. */
function openIn(
  profile: MicrophoneProfile,
  { permission, signal = never() }: { permission?: PermissionState | undefined; signal?: AbortSignal } = {},
) {
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
  return { asked, opening: openMicrophone(profile, signal) };
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

async function failureOf(opening: Promise<OpenedMicrophone>) {
  const opened = await opening;
  if ('stream' in opened) throw new Error('it opened');
  return opened.failure;
}
