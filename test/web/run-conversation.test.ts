import { describe, expect, test } from 'vitest';
import { ApiError } from '../../web/api.ts';
import {
  type Conversation,
  type ConversationEvent,
  startOfConversation,
} from '../../web/translation/conversation.ts';
import { runConversation, type World } from '../../web/translation/run-conversation.ts';

const clip = new Blob(['sound']);

describe('the microphone', () => {
  test('is opened by the tap, finished by the second, and closed when its clip is there', () => {
    const { running, mics } = start();
    running.send({ type: 'record-tapped' });
    expect(mics).toHaveLength(1);
    mics[0]?.send({ type: 'listening-started' });
    running.send({ type: 'record-tapped' });
    expect(mics[0]?.log).toEqual(['finish']);
    mics[0]?.send({ type: 'clip-recorded', clip });
    expect(mics[0]?.log).toEqual(['finish', 'discard']);
    expect(running.get().phase).toBe('recognising');
  });

  test('is let go when the recording is given up, and what it still says is not heard', () => {
    const { running, mics } = start();
    running.send({ type: 'record-tapped' });
    running.send({ type: 'record-tapped' });
    expect(mics[0]?.log).toEqual(['discard']);
    mics[0]?.send({ type: 'listening-started' });
    expect(running.get().phase).toBe('idle');
  });

  test('an earlier recording cannot speak into a later one', () => {
    const { running, mics } = start();
    running.send({ type: 'record-tapped' });
    running.send({ type: 'cancelled' });
    running.send({ type: 'record-tapped' });
    mics[0]?.send({ type: 'voice-failed', sentence: 'late' });
    expect(running.get()).toMatchObject({ phase: 'asking', problem: undefined });
  });
});

describe('calls', () => {
  test('the text is trimmed and sent with its own language', async () => {
    const { running, translations } = start();
    running.send({ type: 'typed', text: '  hello ' });
    running.send({ type: 'translate-asked' });
    expect(translations[0]).toMatchObject({ text: 'hello', source: 'en-US', target: 'es-ES' });
    running.send({ type: 'phrase-picked', text: 'شكرا', language: 'ar' });
    expect(translations[1]).toMatchObject({ text: 'شكرا', source: 'ar', target: 'es-ES' });
  });

  test('a cancelled call is aborted and its answer not shown', async () => {
    const { running, translations } = start();
    running.send({ type: 'typed', text: 'hello' });
    running.send({ type: 'translate-asked' });
    running.send({ type: 'cancelled' });
    expect(translations[0]?.signal.aborted).toBe(true);
    translations[0]?.answer('hola');
    await settled();
    expect(running.get().translation).toBeUndefined();
  });

  test('another target picked meanwhile aborts the first call and shows the second', async () => {
    const { running, translations } = start();
    running.send({ type: 'typed', text: 'hello' });
    running.send({ type: 'translate-asked' });
    running.send({ type: 'language-picked', side: 'target', code: 'fr' });
    expect(translations.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    translations[0]?.answer('hola');
    translations[1]?.answer('bonjour');
    await settled();
    expect(running.get().translation).toEqual({ text: 'bonjour', language: 'fr' });
  });

  test('a failed translation shows the sentence alone', async () => {
    const { running, translations } = start();
    running.send({ type: 'typed', text: 'hello' });
    running.send({ type: 'translate-asked' });
    translations[0]?.fail(new ApiError(502, 'The translation failed.', 'provider_failed'));
    await settled();
    expect(running.get().problem).toEqual({ with: 'translation', sentence: 'The translation failed.' });
  });

  test.each([
    ['a guest’s', new ApiError(429, 'Guest translation limit reached. Sign up.', 'guest_limit_reached')],
    ['a day’s', new ApiError(429, 'You have used all.', 'daily_limit_reached')],
    ['a guest’s, told in words alone', new ApiError(429, 'Guest translation limit reached')],
  ])('%s limit opens the dialog', async (_, error) => {
    const { running, translations } = start();
    running.send({ type: 'typed', text: 'hello' });
    running.send({ type: 'translate-asked' });
    translations[0]?.fail(error);
    await settled();
    expect(running.get()).toMatchObject({
      isLimitShown: true,
      problem: { with: 'limit', sentence: error.sentence },
    });
  });

  test('a ceiling against abuse is a failure like any other', async () => {
    const { running, translations } = start();
    running.send({ type: 'typed', text: 'hello' });
    running.send({ type: 'translate-asked' });
    translations[0]?.fail(new ApiError(429, 'Too many. Try again in a minute.', 'rate_limited'));
    await settled();
    expect(running.get()).toMatchObject({ isLimitShown: false, problem: { with: 'translation' } });
  });

  test('a failure without words has the product’s own', async () => {
    const { running, translations } = start();
    running.send({ type: 'typed', text: 'hello' });
    running.send({ type: 'translate-asked' });
    translations[0]?.fail(undefined);
    await settled();
    expect(running.get().problem?.sentence).toBe('Failed to translate text');
  });

  test('a failed recognition names the provider and says what the server says', async () => {
    const { running, mics, recognitions } = start();
    running.send({ type: 'record-tapped' });
    mics[0]?.send({ type: 'listening-started' });
    running.send({ type: 'record-tapped' });
    mics[0]?.send({ type: 'clip-recorded', clip });
    recognitions[0]?.fail(new ApiError(502, 'Bad Gateway'));
    await settled();
    expect(running.get().problem).toEqual({
      with: 'voice',
      sentence: 'Amazon Transcribe transcription failed: Bad Gateway',
    });
  });
});

test('tells of each change once, with the state before it', () => {
  const { running, changes } = start();
  running.send({ type: 'typed', text: 'hello' });
  running.send({ type: 'listening-started' });
  expect(changes.map(([now, before]) => [before.text, now.text])).toEqual([['', 'hello']]);
});

function start() {
  const mics: { send: (event: ConversationEvent) => void; log: string[] }[] = [];
  const recognitions: Call[] = [];
  const translations: Call[] = [];
  const changes: [Conversation, Conversation][] = [];
  const world: World = {
    record(send) {
      const mic = { send, log: [] as string[] };
      mics.push(mic);
      return { finish: () => mic.log.push('finish'), discard: () => mic.log.push('discard') };
    },
    recognise: (_clip, source, signal) => waiting(recognitions, { text: '', source, target: '', signal }),
    translate: (text, source, target, signal) => waiting(translations, { text, source, target, signal }),
    changed: (now, before) => changes.push([now, before]),
  };
  const running = runConversation(startOfConversation('en-US', 'es-ES'), world);
  return { running, mics, recognitions, translations, changes };
}

interface Call {
  text: string;
  source: string;
  target: string;
  signal: AbortSignal;
  answer(text: string): void;
  fail(error: unknown): void;
}

function waiting(calls: Call[], call: Omit<Call, 'answer' | 'fail'>): Promise<string> {
  return new Promise((answer, fail) => calls.push({ ...call, answer, fail }));
}

/** Promise callbacks that are due have run. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
