import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Dictation } from '../../../../../web/speech/recognise/dictation.ts';

const rate = 16_000;
let asked: Asked[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', (_: string, { body, signal }: { body: FormData; signal: AbortSignal }) => {
    return new Promise<Response>((resolve) => {
      asked.push({
        seconds: ((body.get('audio') as Blob).size - 44) / 2 / rate,
        isInterim: body.has('interim'),
        signal,
        async refuse() {
          const refusal = { error: 'No more today.', code: 'rate_limited', requestId: '1' };
          resolve(Response.json(refusal, { status: 429 }));
          await vi.advanceTimersByTimeAsync(0);
        },
        async answer(transcript) {
          resolve(Response.json({ transcript, confidence: 1 }));
          await vi.advanceTimersByTimeAsync(0);
        },
      });
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('short speech is one trimmed clip, sent at once', async () => {
  const { dictation } = dictate();
  dictation.add(new Float32Array(3 * rate));
  dictation.add(voice(2));
  dictation.add(new Float32Array(3 * rate));
  const clips = dictation.end();
  expect(clips.map(({ type }) => type)).toEqual(['audio/wav']);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.map(({ seconds }) => seconds)).toEqual([3]);
});

describe('a full clip', () => {
  test('is sent while the speaker continues, and its text is reported', async () => {
    const { dictation, texts, say } = dictate();
    await say(30, 0);
    expect(asked).toHaveLength(1);
    await say(30, 0);
    expect(asked).toHaveLength(2);
    await asked[1]?.answer('two');
    await asked[0]?.answer('one');
    expect(texts).toEqual(['two', 'one two']);
    expect(dictation.end()).toHaveLength(3);
  });

  test('is not sent early after the meter is used up', async () => {
    const { dictation, say } = dictate();
    await say(30, 0);
    await asked[0]?.refuse();
    await say(60, 0);
    expect(asked).toHaveLength(1);
    expect(dictation.end()).toHaveLength(4);
  });

  test('without speech is reported, and left out of the earlier clips', () => {
    const { dictation, silences } = dictate();
    dictation.add(voice(5));
    dictation.add(new Float32Array(30 * rate));
    expect(silences()).toBe(0);
    dictation.add(new Float32Array(29 * rate));
    expect(silences()).toBe(1);
    expect(dictation.end()).toHaveLength(1);
  });
});

describe('interim text', () => {
  test('is the last words after the text of the clips, without repetition', async () => {
    const { texts, say } = dictate({ hasInterim: true });
    await say(10, 2_000);
    await asked[0]?.answer('hello');
    expect(texts).toEqual(['hello']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked.map(({ isInterim }) => isInterim)).toEqual([true, true]);
    await say(20, 0);
    await asked[1]?.answer('of the clip before');
    expect(texts).toEqual(['hello']);
    await vi.advanceTimersByTimeAsync(2_000);
    await asked.at(-1)?.answer('world');
    expect(texts).toEqual(['hello', 'world']);
    await asked[2]?.answer('hello');
    expect(texts).toEqual(['hello', 'world', 'hello world']);
  });

  test('is replaced by the text of its clip', async () => {
    const { texts, say } = dictate({ hasInterim: true });
    await say(10, 2_000);
    await asked[0]?.answer('the end');
    await say(20, 0);
    await asked[1]?.answer('the beginning and the end');
    expect(texts).toEqual(['the end', 'the beginning and the end']);
  });

  test('ends with the recording', async () => {
    const { dictation, say } = dictate({ hasInterim: true });
    await say(3, 2_000);
    dictation.end();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('an incomplete clip is dropped', () => {
  const { dictation } = dictate();
  dictation.add(voice(10));
  dictation.restart();
  expect(dictation.end()).toEqual([]);
});

test('discarding aborts its requests', async () => {
  const { dictation, say } = dictate({ hasInterim: true });
  await say(30, 2_000);
  expect(asked).toHaveLength(2);
  dictation.discard();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(vi.getTimerCount()).toBe(0);
});

function dictate({ hasInterim = false } = {}) {
  const texts: string[] = [];
  let silences = 0;
  const dictation = new Dictation(
    { language: 'en-US', hasInterim },
    { onText: (text) => texts.push(text), onSilence: () => silences++ },
  );
  const say = async (seconds: number, waitedMs: number) => {
    dictation.add(voice(seconds));
    await vi.advanceTimersByTimeAsync(waitedMs);
  };
  return { dictation, say, texts, silences: () => silences };
}

interface Asked {
  readonly seconds: number;
  readonly isInterim: boolean;
  readonly signal: AbortSignal;
  refuse(): Promise<void>;
  answer(transcript: string): Promise<void>;
}

function voice(seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * rate }, (_, index) => 0.3 * Math.sin(index / 9));
}
