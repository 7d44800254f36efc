import { describe, expect, test } from 'vitest';
import { ApiError, ConnectionError } from '../../../../../web/api.ts';
import type { Transcript } from '../../../../../web/speech/transcribe/transcript.ts';
import { runTranslator, type Services } from '../../../../../web/translation/translator/run-translator.ts';
import { next } from '../../../../../web/translation/translator/transitions.ts';
import {
  createTranslator,
  type Translated,
  type TranslatorEvent,
  type TranslatorState,
} from '../../../../../web/translation/translator/translator.ts';

const clips = [new Blob(['sound']), new Blob(['more sound'])];

const tap = { type: 'record-tapped' } as const;
const begun = { type: 'listening-started' } as const;

describe('listening', () => {
  test('begins with a tap, finishes with the second, and ends when its clips arrive', () => {
    const { running, mics } = start();
    running.send(tap);
    expect(mics).toMatchObject([{ language: 'en-US' }]);
    mics[0]?.send(begun);
    running.send(tap);
    expect(mics[0]?.log).toEqual(['finish']);
    mics[0]?.send({ type: 'speech-recorded', clips });
    expect(mics[0]?.log).toEqual(['finish', 'discard']);
    expect(running.get().phase).toBe('recognising');
  });

  test('ends when it is cancelled, and later events are ignored', () => {
    const { running, mics } = start();
    running.send(tap);
    running.send(tap);
    expect(mics[0]?.log).toEqual(['discard']);
    mics[0]?.send(begun);
    expect(running.get().phase).toBe('idle');
  });

  test('continues with another input method', () => {
    const { running, mics } = start();
    running.send(tap);
    mics[0]?.send(begun);
    mics[0]?.send({ type: 'listening-switched' });
    expect(running.get().phase).toBe('asking');
    expect(mics).toMatchObject([{ log: [] }]);
    running.send(tap);
    expect(mics).toMatchObject([{ log: ['discard'] }]);
  });
});

test('another source language starts listening again', () => {
  const { running, mics } = start();
  running.send(tap);
  mics[0]?.send(begun);
  running.send({ type: 'language-picked', side: 'source', code: 'fr' });
  expect(mics).toMatchObject([
    { language: 'en-US', log: ['discard'] },
    { language: 'fr', log: [] },
  ]);
  mics[0]?.send({ type: 'transcript-arrived', transcript: 'late', confidence: 1 });
  expect(running.get()).toMatchObject({ phase: 'asking', text: '' });
});

describe('calls', () => {
  test('the text is trimmed and sent with its own language', async () => {
    const { running, translations } = start();
    running.send({ type: 'typed', text: '  hello ' });
    running.send({ type: 'translation-requested' });
    expect(translations[0]).toMatchObject({ text: 'hello', source: 'en-US', target: 'es-ES' });
  });

  test('a phrase makes none: the phrasebook answers', async () => {
    const { running, translations, phrases } = start();
    running.send({ type: 'phrase-picked', text: 'شكرا', language: 'ar' });
    expect(phrases[0]).toMatchObject({ text: 'شكرا', source: 'ar', target: 'es-ES' });
    phrases[0]?.answer({ translatedText: 'gracias', uncounted: 'phrase' });
    await settled();
    const translation = { text: 'gracias', language: 'es-ES', isPhrase: true, uncounted: 'phrase' };
    expect(running.get()).toMatchObject({ phase: 'idle', translation });
    running.send({ type: 'language-picked', side: 'target', code: 'fr' });
    running.send({ type: 'translation-requested' });
    expect(phrases[1]).toMatchObject({ text: 'شكرا', target: 'fr' });
    phrases[1]?.fail(new ConnectionError(undefined, 'It didn’t load.'));
    await settled();
    expect(running.get().problem).toMatchObject({ kind: 'translation', text: 'It didn’t load.' });
    expect(translations).toEqual([]);
  });

  test('a cancelled call is aborted, and its answer is ignored', async () => {
    const { running, translations } = translating();
    running.send({ type: 'cancelled' });
    expect(translations[0]?.signal.aborted).toBe(true);
    translations[0]?.answer({ translatedText: 'hola' });
    await settled();
    expect(running.get().translation).toBeUndefined();
  });

  test('another target language aborts the call and starts a new one', async () => {
    const { running, translations } = translating();
    running.send({ type: 'language-picked', side: 'target', code: 'fr' });
    expect(translations.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    translations[0]?.answer({ translatedText: 'hola' });
    translations[1]?.answer({ translatedText: 'bonjour' });
    await settled();
    expect(running.get().translation).toMatchObject({ text: 'bonjour', language: 'fr' });
  });

  test.each([
    // The code decides: the text may change.
    ['a guest’s', new ApiError(429, 'Used up.', 'guest_limit_reached')],
    ['a day’s', new ApiError(429, 'Used up.', 'daily_limit_reached')],
  ])('%s limit opens the dialog', async (_, error) => {
    const { running, translations } = translating();
    translations[0]?.fail(error);
    await settled();
    expect(running.get()).toMatchObject({
      isLimitShown: true,
      problem: { kind: 'limit', limit: error.code },
    });
  });

  test.each([
    ['a failed translation', 502, 'provider_failed'],
    ['a ceiling against abuse', 429, 'rate_limited'],
  ] as const)('%s shows the message alone', async (_, status, code) => {
    const { running, translations } = translating();
    translations[0]?.fail(new ApiError(status, 'No answer.', code));
    await settled();
    const problem = { kind: 'translation', text: 'No answer.' };
    expect(running.get()).toMatchObject({ isLimitShown: false, problem });
  });

  test.each([
    ['a lost answer', new ConnectionError(), 'Network error. Please check your internet connection.'],
    ['a failure without words', undefined, 'Failed to translate text. Please try again.'],
  ])('after %s the count is unknown, and a retry is not counted twice', async (...row) => {
    const [, error, text] = row;
    const { running, translations } = translating();
    translations[0]?.fail(error);
    await settled();
    const advice = 'Retrying won’t use another translation.';
    expect(running.get().problem).toEqual({ kind: 'translation', text, advice, isOutage: false });
  });

  test.each([
    [500, true],
    [502, true],
    [429, false],
    [422, false],
  ])('a %i is an outage: %s', async (status, isOutage) => {
    const { running, translations } = translating();
    translations[0]?.fail(new ApiError(status, 'No answer.', 'provider_failed'));
    await settled();
    expect(running.get().problem).toMatchObject({ text: 'No answer.', isOutage });
  });

  test('all clips are recognised, and the transcript is translated', async () => {
    const { running, recognitions } = recorded();
    expect(recognitions).toMatchObject([{ clips, source: 'en-US' }]);
    recognitions[0]?.answer({ transcript: 'hello', confidence: 0.7 });
    await settled();
    expect(running.get()).toMatchObject({ phase: 'translating', transcript: 'hello', confidence: 0.7 });
  });

  test.each([
    ['the server’s message', new ApiError(502, 'No answer.', 'provider_failed'), 'No answer.'],
    ['nothing of the platform', new ApiError(502, 'Bad Gateway'), 'unknown error. Please try again.'],
  ])('a failed recognition names the provider, and has %s', async (...row) => {
    const [, error, why] = row;
    const { running, recognitions } = recorded();
    recognitions[0]?.fail(error);
    await settled();
    const text = `Amazon Transcribe transcription failed: ${why}`;
    expect(running.get().problem).toMatchObject({ kind: 'voice', code: 'transcription', text });
  });
});

test('reports each change once, with the previous state', () => {
  const { running, changes } = start();
  running.send({ type: 'typed', text: 'hello' });
  running.send(begun);
  expect(changes.map(([now, before]) => [before.text, now.text])).toEqual([['', 'hello']]);
});

/** A translator that has recorded and recognises. */
function recorded() {
  const started = start();
  started.running.send(tap);
  started.mics[0]?.send(begun);
  started.running.send(tap);
  started.mics[0]?.send({ type: 'speech-recorded', clips });
  return started;
}

/** A translator that translates. */
function translating() {
  const started = start();
  started.running.send({ type: 'typed', text: 'hello' });
  started.running.send({ type: 'translation-requested' });
  return started;
}

function start() {
  const mics: { language: string; send: (event: TranslatorEvent) => void; log: string[] }[] = [];
  const recognitions: Recognition[] = [];
  const translations: Translation[] = [];
  const phrases: Translation[] = [];
  const changes: [TranslatorState, TranslatorState][] = [];
  const services: Services = {
    listen(language, send) {
      const mic = { language, send, log: [] as string[] };
      mics.push(mic);
      return { finish: () => mic.log.push('finish'), discard: () => mic.log.push('discard') };
    },
    recognise: (clips, source, signal) => waiting(recognitions, { clips, source, signal }),
    translate: (text, source, target, signal) => waiting(translations, { text, source, target, signal }),
    translatePhrase: (text, source, target, signal) => waiting(phrases, { text, source, target, signal }),
    onChange: (now, before) => changes.push([now, before]),
  };
  const running = runTranslator(next, createTranslator('en-US', 'es-ES'), services);
  return { running, mics, recognitions, translations, phrases, changes };
}

type Call<Sent, Answer> = Sent & { answer(answer: Answer): void; fail(error: unknown): void };

type Recognition = Call<{ clips: readonly Blob[]; source: string; signal: AbortSignal }, Transcript>;
type Translation = Call<{ text: string; source: string; target: string; signal: AbortSignal }, Translated>;
function waiting<Sent, Answer>(calls: Call<Sent, Answer>[], sent: Sent): Promise<Answer> {
  return new Promise((answer, fail) => calls.push({ ...sent, answer, fail }));
}

/** Waits for due promise callbacks. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
