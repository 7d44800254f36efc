import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Dictation } from '../../../../../web/speech/transcribe/dictation.ts';
import { transcribe } from '../../../../../web/speech/transcribe/transcription.ts';
// Loads now, because fake timers do not wait for a file.
import '../../../../../web/texts/refusals.ts';
import { noise, rate, silence, voice } from '../record/sounds.ts';

const profile = { mainTimeoutMs: 20_000, silenceTimeoutMs: 2_000 };
const words = {
  transcript: '',
  heardSeconds: 0,
  interim: '',
  spokenSeconds: 0,
  isOpen: true,
  hasBegun: true,
};
let asked: Asked[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      asked.push(read(address, init, resolve));
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('speech', () => {
  test('is streamed as 16-bit PCM while it is spoken', async () => {
    const { dictation } = dictate('fr');
    dictation.add(voice(0.5));
    await vi.advanceTimersByTimeAsync(150);
    expect(asked.map(({ path }) => path)).toEqual(['/api/speech/listen', '/api/speech/send-chunk']);
    const [listen, chunk] = asked;
    expect(listen?.fields).toEqual({ stream: expect.stringMatching(/^[\da-f-]{36}$/), language: 'fr' });
    expect(chunk?.fields).toEqual({ stream: listen?.fields.stream, sequence: '0' });
    const samples = new Int16Array((await chunk?.audio?.arrayBuffer()) ?? new ArrayBuffer());
    expect(samples).toHaveLength(0.12 * rate);
    expect(samples[9]).toBe(Math.round((voice(0.5)[9] ?? 0) * 0x7fff));
  });

  test('is only sent as clips, afterwards, where the server has no room for streams', async () => {
    const { dictation } = dictate('en-US', { hasStreams: false });
    dictation.add(voice(0.5));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([]);
    const heard = transcribe(dictation.end(), 'en-US', never());
    await settle();
    expect(asked.map(({ path }) => path)).toEqual(['/api/transcribe-amazon']);
    await answer('clip', { transcript: 'where is it', confidence: 0.7 });
    expect(await heard).toMatchObject({ transcript: 'where is it' });
  });

  test('shows its words, then the final text, and is sent only once', async () => {
    const { dictation, texts } = dictate();
    dictation.add(voice(0.3));
    await answer('chunk', { ...words, interim: 'where' });
    dictation.add(voice(0.3));
    await answer('chunk', { ...words, transcript: 'where is', heardSeconds: 0.5, interim: 'it' });
    const heard = transcribe(dictation.end(), 'en-US', never());
    await settle();
    expect(asked.at(-1)?.fields).toMatchObject({ sequence: '2', isLast: 'true' });
    await answer('chunk', { ...words, isOpen: false, hasBegun: true });
    await answer('listen', {
      transcript: 'where is it',
      confidence: 0.7,
      heardSeconds: 0.6,
      isFinished: true,
    });
    expect(await heard).toEqual({ transcript: 'where is it', confidence: 0.7, refusal: undefined });
    expect(texts).toEqual(['where', 'where is it']);
    expect(asked.filter(({ path }) => path === '/api/transcribe-amazon')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['silence', silence(20)],
    ['constant noise', noise(20, 0.1)],
  ])('that is %s is neither sent nor a clip', async (_, sound) => {
    const { dictation } = dictate();
    dictation.add(sound);
    expect(dictation.end()).toEqual([]);
    await settle();
    expect(asked).toEqual([]);
  });

  test('between two looks is found', async () => {
    const { dictation } = dictate();
    const word = new Float32Array(rate);
    word.set(voice(0.08), 0.46 * rate);
    dictation.add(word);
    await settle();
    expect(asked.map(({ path }) => path)).toContain('/api/speech/listen');
  });
});

describe('silence', () => {
  test('does not begin before words have come that were too quiet to be detected', async () => {
    const { dictation, silences } = dictate();
    dictation.add(voice(1));
    await answer('chunk', { ...words, interim: 'where', spokenSeconds: 0.9 });
    dictation.add(silence(1.8));
    await answer('chunk', { ...words, interim: 'where is', spokenSeconds: 1.8 });
    dictation.add(silence(0.9));
    expect(silences()).toBe(0);
    dictation.add(silence(0.2));
    expect(silences()).toBe(1);
  });

  test('is not made longer by late words of speech that was detected', async () => {
    const { dictation, silences } = dictate();
    dictation.add(voice(1));
    await answer('chunk', { ...words, interim: 'where', spokenSeconds: 0.4 });
    dictation.add(silence(1.5));
    await answer('chunk', { ...words, interim: 'where is it', spokenSeconds: 1.2 });
    dictation.add(silence(0.3));
    await answer('chunk', { ...words, transcript: 'Where is it?', heardSeconds: 1.8, spokenSeconds: 1.2 });
    expect(silences()).toBe(0);
    dictation.add(silence(0.3));
    expect(silences()).toBe(1);
  });

  test('is not sent when it is about to end listening, unless somebody speaks again', async () => {
    const { dictation, silences } = dictate();
    const sentSeconds = () => asked.reduce((sum, { audio }) => sum + (audio?.size ?? 0), 0) / 2 / rate;
    for (let tenth = 0; tenth < 13; tenth++) {
      dictation.add(voice(0.1));
      await answerAll();
    }
    for (let tenth = 0; tenth < 19; tenth++) {
      dictation.add(silence(0.1));
      await answerAll();
    }
    expect(silences()).toBe(0);
    expect(sentSeconds()).toBeLessThan(2.96);
    dictation.add(voice(0.5));
    await answerAll();
    expect(sentSeconds()).toBeGreaterThan(3.3);
  });

  test('is the main timeout of sound in which the server finds no word', async () => {
    const { dictation, silences } = dictate();
    for (let seconds = 0; seconds < 21; seconds += 0.36) {
      dictation.add(voice(0.36));
      await answerAll();
      if (seconds < 19) expect(silences()).toBe(0);
    }
    expect(silences()).toBeGreaterThan(0);
  });
});

describe('a request', () => {
  test('of a stream that is not open yet is sent again', async () => {
    const { dictation } = dictate();
    dictation.add(voice(0.5));
    await answer('chunk', { ...words, isOpen: false, hasBegun: false });
    await vi.advanceTimersByTimeAsync(49);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked[2]?.fields).toEqual(asked[1]?.fields);
  });

  test('that is too far ahead is sent again until the server accepts it, and its stream continues', async () => {
    const { dictation } = dictate();
    dictation.add(voice(0.5));
    for (let times = 0; times < 20; times += 1) {
      await fail('chunk', 409, 'too_far_ahead');
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(asked).toHaveLength(22);
    expect(asked.at(-1)?.fields).toEqual(asked[1]?.fields);
  });

  test('without an answer is aborted after 5 seconds, and sent again', async () => {
    const { dictation } = dictate();
    dictation.add(voice(0.5));
    await answer('chunk', words);
    await vi.advanceTimersByTimeAsync(5_250);
    const [, , hung, again] = asked;
    expect(hung?.signal?.aborted).toBe(true);
    expect(again?.fields).toEqual(hung?.fields);
  });
});

describe('a stream', () => {
  test.each([
    ['for lack of streams', 429, 'rate_limited', '5', 5_000],
    ['by a busy platform', 429, undefined, undefined, 250],
    ['for a fault', 502, 'provider_failed', undefined, 250],
  ])('refused %s is followed by another one', async (_, status, code, retryAfter, waitMs) => {
    const { dictation } = dictate();
    dictation.add(voice(0.5));
    await fail('listen', status, code, retryAfter);
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked[1]?.path).toBe('/api/speech/listen');
    expect(asked[1]?.fields.stream).not.toBe(asked[0]?.fields.stream);
  });

  test.each([
    ['today', '40000'],
    ['for good', undefined],
  ])('refused %s is not asked for again, and this is told', async (_, retryAfter) => {
    const { dictation, refusals } = dictate();
    dictation.add(voice(0.5));
    await fail('listen', 429, 'rate_limited', retryAfter);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    expect(refusals()).toBeGreaterThan(0);
  });

  test('that a server does not have is replaced by clips', async () => {
    const { dictation, refusals } = dictate();
    dictation.add(voice(0.5));
    await fail('listen', 404, 'not_found');
    dictation.add(voice(1.5));
    const heard = transcribe(dictation.end(), 'en-US', never());
    await answer('clip', { transcript: 'where is it', confidence: 0.6 });
    expect(await heard).toMatchObject({ transcript: 'where is it', confidence: 0.6 });
    expect([secondsOf(asked.at(-1)), refusals()]).toEqual([2, 0]);
  });
});

test('streaming that fails after some words leaves the rest to clips of at most 15 seconds', async () => {
  const { dictation } = dictate();
  dictation.add(voice(20));
  await answer('chunk', { ...words, transcript: 'one', heardSeconds: 1.5, interim: 'two' });
  await fail('listen', 404, 'not_found');
  const heard = transcribe(dictation.end(), 'en-US', never());
  await settle();
  const clips = asked.filter(({ path }) => path === '/api/transcribe-amazon');
  expect(clips.reduce((sum, clip) => sum + secondsOf(clip), 0)).toBeCloseTo(18.5);
  for (const clip of clips) expect(secondsOf(clip)).toBeLessThanOrEqual(15);
  await answer('clip', { transcript: 'two', confidence: 1 });
  await answer('clip', { transcript: 'three', confidence: 1 });
  expect((await heard).transcript).toBe('one two three');
  expect((await heard).confidence).toBeCloseTo((0.9 * 1.5 + 18.5) / 20, 3);
});

test('another language is transcribed from clips of all audio', async () => {
  const { dictation } = dictate();
  dictation.add(voice(2));
  await answer('chunk', { ...words, transcript: 'one', heardSeconds: 1.5 });
  const heard = transcribe(dictation.end(), 'fr', never());
  expect(asked[0]?.signal?.aborted).toBe(true);
  await answer('clip', { transcript: 'un', confidence: 1 });
  expect((await heard).transcript).toBe('un');
  expect(asked.at(-1)?.fields).toMatchObject({ language: 'fr' });
});

describe('cancelling', () => {
  test('ends the stream here and on the server, also for a page that is left', async () => {
    const { dictation } = dictate();
    dictation.add(voice(0.3));
    await answer('chunk', words);
    dictation.discard();
    await settle();
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(asked.at(-1)).toMatchObject({ fields: { sequence: '1', isLast: 'true' }, keepalive: true });
    expect(asked.at(-1)?.audio?.size).toBe(0);
    // Only the limit of the last request, which tells the server.
    expect(vi.getTimerCount()).toBe(1);
  });

  test('while the server understands the last words ends the wait', async () => {
    const { dictation } = dictate();
    dictation.add(voice(2));
    const giving = new AbortController();
    const heard = transcribe(dictation.end(), 'en-US', giving.signal);
    giving.abort();
    await expect(heard).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(asked[0]?.signal?.aborted).toBe(true);
    // Only the limit of the last request, which tells the server.
    expect(vi.getTimerCount()).toBe(1);
  });
});

test('samples that were incomplete are replaced, and sent as clips', async () => {
  const { dictation } = dictate();
  dictation.add(voice(1));
  await answer('chunk', { ...words, transcript: 'one', heardSeconds: 0.4 });
  dictation.restart();
  dictation.add(voice(3));
  const heard = transcribe(dictation.end(), 'en-US', never());
  await answer('clip', { transcript: 'one two', confidence: 1 });
  expect((await heard).transcript).toBe('one two');
  expect(secondsOf(asked.at(-1))).toBe(3);
});

const paths = {
  listen: '/api/speech/listen',
  chunk: '/api/speech/send-chunk',
  clip: '/api/transcribe-amazon',
};

/** Answers the earliest request that waits. */
async function answer(request: keyof typeof paths, body: object): Promise<void> {
  (await waiting(request)).resolve(Response.json(body));
  await settle();
}

/** Answers all chunks, without words. */
async function answerAll(): Promise<void> {
  const find = () => asked.filter(({ path, isAnswered }) => path === paths.chunk && !isAnswered);
  await vi.advanceTimersByTimeAsync(50);
  for (let waiting = find(); waiting.length > 0; waiting = find()) {
    for (const each of waiting) {
      each.isAnswered = true;
      each.resolve(Response.json(words));
    }
    await settle();
  }
}

async function fail(
  request: keyof typeof paths,
  status: number,
  code?: string,
  retryAfter?: string,
): Promise<void> {
  const body = code ? { error: 'No.', code, requestId: '1' } : { message: 'No.' };
  const headers = retryAfter ? { 'retry-after': retryAfter } : undefined;
  (await waiting(request)).resolve(Response.json(body, { status, ...(headers && { headers }) }));
  await settle();
}

async function waiting(request: keyof typeof paths): Promise<Asked> {
  const find = () => asked.find((each) => each.path === paths[request] && !each.isAnswered);
  await settle();
  // The first chunk waits for its stream.
  if (!find()) await vi.advanceTimersByTimeAsync(150);
  const found = find();
  if (!found) throw new Error(`Nothing waits for ${request}.`);
  found.isAnswered = true;
  return found;
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

function dictate(language = 'en-US', { hasStreams = true } = {}) {
  const texts: string[] = [];
  const pauses: (number | undefined)[] = [];
  let silences = 0;
  let refusals = 0;
  const dictation = new Dictation(
    language,
    profile,
    { hasStreams },
    {
      onText: (text) => texts.push(text),
      onPause: (leftMs) => pauses.push(leftMs),
      onSilence: () => silences++,
      onAllowanceUsedUp: () => refusals++,
    },
  );
  return { dictation, texts, pauses, silences: () => silences, refusals: () => refusals };
}

interface Asked {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly audio: Blob | undefined;
  readonly signal: AbortSignal | null | undefined;
  readonly keepalive: boolean | undefined;
  readonly resolve: (answer: Response) => void;
  isAnswered: boolean;
}

function read(path: string, { body, signal, keepalive }: RequestInit, resolve: Asked['resolve']): Asked {
  const sent = body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body));
  const { audio, ...fields } = sent;
  return { path, fields, audio, signal, keepalive, resolve, isAnswered: false };
}

/** Of a clip. */
function secondsOf(request: Asked | undefined): number {
  return ((request?.audio?.size ?? 0) - 44) / 2 / rate;
}

function never(): AbortSignal {
  return new AbortController().signal;
}
