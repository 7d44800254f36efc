import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followSpeech } from '../../../../web/speech/recognise/interim.ts';

const rate = 16_000;
let now: Float32Array;

beforeEach(() => {
  vi.useFakeTimers();
  now = voice(3);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('every 2 seconds the last 3 are sent as interim WAV', async () => {
  const { asked, heard } = follow();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.form.get('language')).toBe('fr');
  expect(asked[0]?.form.get('interim')).toBe('true');
  expect(asked[0] && audioBytes(asked[0])).toBe(44 + 3 * rate * 2);
  await asked[0]?.answer({ transcript: 'bonjour', confidence: 0.7 });
  await vi.advanceTimersByTimeAsync(2_000);
  await asked[1]?.answer({ transcript: 'le monde' });
  expect(heard).toEqual([
    { transcript: 'bonjour', confidence: 0.7 },
    { transcript: 'le monde', confidence: 0.8 },
  ]);
});

test('one request runs at a time, and the newest sound is sent next', async () => {
  const { asked } = follow();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(asked).toHaveLength(1);
  now = voice(1);
  await asked[0]?.answer({ transcript: 'old' });
  expect(asked).toHaveLength(2);
  expect(asked[1] && audioBytes(asked[1])).toBe(44 + rate * 2);
});

test('silence is not sent', async () => {
  now = new Float32Array(3 * rate);
  const { asked } = follow();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(0);
});

describe('failures', () => {
  test('are ignored; after two in a row it stops', async () => {
    const { asked, heard } = follow();
    for (const [failed, answer] of [[500], [200, { transcript: 'a' }], [502], [504]] as const) {
      await vi.advanceTimersByTimeAsync(2_000);
      await asked.at(-1)?.answer(answer ?? { error: 'Not now.', code: 'provider_failed' }, failed);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(4);
    expect(heard).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([403, 429])('with %i stop it', async (status) => {
    const { asked } = follow();
    await vi.advanceTimersByTimeAsync(2_000);
    await asked[0]?.answer({ error: 'No.', code: 'rate_limited' }, status);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toHaveLength(1);
  });
});

test('at the end a running request is aborted, and its answer ignored', async () => {
  const { asked, heard, stop } = follow();
  await vi.advanceTimersByTimeAsync(5_000);
  stop();
  expect(asked[0]?.signal.aborted).toBe(true);
  await asked[0]?.answer({ transcript: 'late' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked.length, heard.length]).toEqual([1, 0]);
  expect(vi.getTimerCount()).toBe(0);
});

function follow() {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', (_: string, { body, signal }: { body: FormData; signal: AbortSignal }) => {
    return new Promise<Response>((resolve) => {
      asked.push({
        form: body,
        signal,
        async answer(answer, status = 200) {
          resolve(Response.json(answer, { status }));
          await vi.advanceTimersByTimeAsync(0);
        },
      });
    });
  });
  const heard: unknown[] = [];
  const stop = followSpeech(
    'fr',
    (count) => now.subarray(-count),
    (each) => heard.push(each),
  );
  return { asked, heard, stop };
}

interface Asked {
  readonly form: FormData;
  readonly signal: AbortSignal;
  answer(answer: object, status?: number): Promise<void>;
}

function audioBytes({ form }: Asked): number {
  return (form.get('audio') as Blob).size;
}

function voice(seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * rate }, (_, index) => 0.3 * Math.sin(index / 9));
}
