import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { transcribe } from '../../../../../web/speech/transcribe/transcription.ts';

let asked: Asked[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (_: string, { body, signal }: { body: FormData; signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      asked.push({
        bytes: (body.get('audio') as Blob).size,
        language: String(body.get('language')),
        signal,
        answer: (answer, status = 200) => resolve(Response.json(answer, { status })),
      });
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('clips', () => {
  test.each([
    ['en-US', 'one two'],
    ['ko', 'one two'],
    ['zh-CN', 'onetwo'],
    ['ja', 'onetwo'],
    ['th', 'onetwo'],
  ])('in %s are joined with or without spaces', async (language, text) => {
    const heard = transcribe([clip(1), clip(2)], language, never());
    await askedFor(2);
    asked[1]?.answer({ transcript: ' two ', confidence: 1 });
    say(0, 'one');
    expect((await heard).transcript).toBe(text);
  });

  test('weigh by length in the confidence; silent ones do not', async () => {
    const heard = listen([clip(100), clip(300), clip(500)]);
    await askedFor(2);
    asked[0]?.answer({ transcript: 'one', confidence: 0.5 });
    asked[1]?.answer({ transcript: 'two', confidence: 0.9 });
    await askedFor(3);
    asked[2]?.answer({ transcript: '', confidence: 0 });
    expect((await heard).transcript).toBe('one two');
    expect((await heard).confidence).toBeCloseTo((0.5 * 100 + 0.9 * 300) / 400);
  });
});

describe('a meter that is used up half-way', () => {
  const allowanceError = { error: 'No more today.', code: 'rate_limited', requestId: '1' };

  test('keeps the recognised text, and gives the reason for the rest', async () => {
    const heard = listen([clip(1), clip(2), clip(3)]);
    await askedFor(2);
    asked[1]?.answer(allowanceError, 429);
    asked[0]?.answer({ transcript: 'one', confidence: 0.5 });
    await askedFor(3);
    asked[2]?.answer({ transcript: 'three', confidence: 0.5 });
    expect(await heard).toMatchObject({
      transcript: 'one three',
      confidence: 0.5,
      allowanceError: { status: 429, detail: 'No more today.' },
    });
  });

  test('is a failure if nothing was recognised', async () => {
    const heard = listen([clip(1), clip(2)]);
    await askedFor(2);
    asked[0]?.answer({ transcript: '', confidence: 0 });
    asked[1]?.answer(allowanceError, 429);
    await expect(heard).rejects.toThrow('429: No more today.');
  });

  test('is not confused with a busy platform', async () => {
    const heard = listen([clip(1), clip(2)]);
    await askedFor(2);
    say(0, 'one');
    asked[1]?.answer({ message: 'Too Many Requests' }, 429);
    await expect(heard).rejects.toThrow('429: ');
  });

  test('is not reported if a retry can help', async () => {
    const heard = listen([clip(1), clip(2), clip(3)]);
    await askedFor(2);
    say(0, 'one');
    asked[1]?.answer(allowanceError, 429);
    await askedFor(3);
    asked[2]?.answer({ error: 'Later.', code: 'provider_failed', requestId: '1' }, 502);
    await expect(heard).rejects.toThrow('502: Later.');
  });
});

test('one failure waits for the other answers, which are not requested again', async () => {
  const clips = [clip(1), clip(2)];
  const giving = new AbortController();
  const failing = transcribe(clips, 'en-US', giving.signal);
  failing.catch(() => giving.abort());
  await askedFor(2);
  asked[0]?.answer({ error: 'Later.', code: 'provider_failed', requestId: '1' }, 502);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked[1]?.signal.aborted).toBe(false);
  say(1, 'two');
  await expect(failing).rejects.toThrow('502: Later.');
  const again = listen(clips);
  await askedFor(3);
  say(2, 'one');
  expect((await again).transcript).toBe('one two');
});

test('many clips are sent two at a time, in order', async () => {
  const clips = Array.from({ length: 10 }, (_, index) => clip(index + 1));
  const heard = listen(clips);
  for (let answered = 0; answered < 10; answered++) {
    await expect.poll(() => asked.length).toBeGreaterThan(answered);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked.length).toBe(Math.min(10, answered + 2));
    asked[answered]?.answer({ transcript: `${asked[answered]?.bytes}`, confidence: 1 });
  }
  expect((await heard).transcript).toBe('1 2 3 4 5 6 7 8 9 10');
});

test('cancelling aborts the request, and the next attempt sends it again', async () => {
  const one = clip(1);
  const giving = new AbortController();
  const given = transcribe([one], 'en-US', giving.signal);
  await askedFor(1);
  giving.abort();
  await expect(given).rejects.toThrow();
  expect(asked[0]?.signal.aborted).toBe(true);
  const next = listen([one]);
  await askedFor(2);
  say(1, 'one');
  expect((await next).transcript).toBe('one');
});

function listen(clips: Blob[]) {
  return transcribe(clips, 'en-US', never());
}

async function askedFor(count: number): Promise<void> {
  await expect.poll(() => asked.length).toBe(count);
}

function say(index: number, transcript: string): void {
  asked[index]?.answer({ transcript, confidence: 1 });
}

interface Asked {
  readonly bytes: number;
  readonly language: string;
  readonly signal: AbortSignal;
  answer(answer: object, status?: number): void;
}

function clip(bytes: number): Blob {
  return new Blob([new Uint8Array(bytes)]);
}

function never(): AbortSignal {
  return new AbortController().signal;
}
