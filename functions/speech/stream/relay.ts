import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import { ProviderBusy, UnsupportedLanguage } from '../../errors.ts';
import {
  type Chunk,
  closeStream,
  deleteChunks,
  noWords,
  readChunks,
  type StreamKey,
  saveProgress,
  type Words,
} from '../../tables/streams.ts';
import { logStreamNotClosed } from '../../telemetry/events.ts';
import type { SentAudio } from '../meter.ts';
import { bytesPerSecond, nothingSent, type SendState, shortenPauses, toStreamSeconds } from './catch-up.ts';
import { beginIntake, type IntakeEnd, takeChunks } from './intake.ts';
import {
  addResults,
  dropCutWords,
  getConfidence,
  getEnd,
  noResults,
  type StreamResults,
  toWords,
} from './results.ts';
import { recognise } from './transcriber.ts';

/** In milliseconds: times since the stream's start, or durations. API Gateway ends a request after 30 s. */
const streamTimes = {
  /** Wait between polls. */
  pollMs: 50,
  /**
   * Wait after a poll that found audio, because the next chunk takes longer to fill. Also if it could not be taken:
   * each poll reads again what waits behind a missing chunk.
   */
  restMs: 250,
  /** A final result this far into the sent audio ends the stream: a pause is the best point for a new stream. */
  mayEndAfterMs: 18_000,
  /** No audio is taken from the table after this. */
  fullMs: 22_500,
  /** Waits for no results after this. */
  endMs: 24_500,
  /** Pauses are shortened while the recogniser lags behind by more than this. */
  behindMs: 1_000 * limits.chunkSeconds + 100,
  /** Without audio for this long, the page is gone. */
  goneMs: 4_000,
  /** A chunk that is missing for this long is lost. */
  lostMs: 2_000,
  /** A recogniser that refuses a stream before this, without any result, has taken no audio. */
  refusalMs: 3_000,
};

/** Passes an open stream's audio to the recogniser as it arrives, then closes the stream. @throws as `recognise` */
export async function relayStream(
  key: StreamKey,
  language: Language,
  { maxSeconds, signal, sent, times = streamTimes }: RelayOptions,
) {
  const stop = new AbortController();
  const audio = new PassThrough();
  const stream: Stream = {
    key,
    language,
    times,
    maxSeconds,
    sent,
    audio,
    startedAt: performance.now(),
    results: noResults,
    next: 0,
    saved: { words: noWords, next: 0 },
    nextResult: Promise.withResolvers(),
    sending: nothingSent,
    recognisedAt: 0,
  };
  const reading = readResults(stream, AbortSignal.any([signal, stop.signal]));
  // Awaited below; not an unhandled rejection if the table fails first.
  reading.catch(() => {});
  let words = noWords;
  try {
    const fed = await feed(stream, reading);
    audio.end();
    const outcome = await finish(stream, fed, reading);
    words = { ...getWordsSoFar(stream), ...outcome, interim: '' };
    return outcome;
  } catch (error) {
    if (isRefusedAtOnce(stream, error)) sent.seconds = 0;
    words = { ...getWordsSoFar(stream), interim: '' };
    throw error;
  } finally {
    stop.abort();
    audio.destroy();
    // The answer matters more: the job `sweep-speech` deletes what is left.
    await closeStream(key, words).catch((error: unknown) => logStreamNotClosed({ error }));
  }
}

/** Then nothing is billed. */
function isRefusedAtOnce({ startedAt, times, results }: Stream, error: unknown): boolean {
  const isRefused = error instanceof ProviderBusy || error instanceof UnsupportedLanguage;
  return isRefused && results === noResults && performance.now() - startedAt < times.refusalMs;
}

async function readResults(stream: Stream, signal: AbortSignal): Promise<'over'> {
  const { audio, language } = stream;
  for await (const added of recognise(audio, { sampleRateHertz: 16_000, language, signal })) {
    stream.results = addResults(stream.results, added);
    stream.nextResult.resolve();
  }
  return 'over';
}

/** Polls the table until the audio or the recogniser ends. */
async function feed(stream: Stream, reading: Promise<'over'>): Promise<FeedOutcome> {
  const { key, startedAt, times, maxSeconds } = stream;
  const intakeLimits = {
    ...times,
    maxBytes: maxSeconds * bytesPerSecond,
    fullAt: startedAt + times.fullMs,
  };
  let intake = beginIntake(startedAt);
  for (;;) {
    const waiting = await readChunks(key, intake.next);
    const step = takeChunks(intake, waiting, performance.now(), intakeLimits);
    intake = step.intake;
    for (const chunk of step.taken) send(stream, chunk);
    stream.next = intake.next;
    await saveChanges(stream);
    await deleteTaken(key, waiting, intake.next);
    if (intake.end) return { bytes: intake.bytes, end: intake.end };
    const end = await waitAndSaveWords(stream, reading, waiting.length > 0 ? times.restMs : times.pollMs);
    if (end) return { bytes: intake.bytes, end };
  }
}

async function waitAndSaveWords(stream: Stream, reading: Promise<'over'>, durationMs: number) {
  const { times } = stream;
  const endsAt = performance.now() + durationMs;
  do {
    stream.nextResult = Promise.withResolvers();
    if (getEnd(stream.results.finals) * 1_000 >= times.mayEndAfterMs) return 'at-pause';
    await saveChanges(stream);
    const timer = wait(Math.max(0, endsAt - performance.now()));
    const isOver = await Promise.race([reading, stream.nextResult.promise, timer]);
    if (isOver) return 'over';
  } while (performance.now() < endsAt);
  return undefined;
}

async function saveChanges(stream: Stream): Promise<void> {
  const { key, next, saved } = stream;
  const words = getWordsSoFar(stream);
  if (next === saved.next && JSON.stringify(words) === JSON.stringify(saved.words)) return;
  await saveProgress(key, words, next);
  stream.saved = { words, next };
}

function send(stream: Stream, chunk: Chunk): void {
  const now = performance.now();
  const { sentBytes: before } = stream.sending;
  const startsAt = Math.max(now, stream.recognisedAt);
  const getRecognitionTime = (bytes: number) => startsAt + ((bytes - before) / bytesPerSecond) * 1_000;
  const isBehind = (sentBytes: number) => getRecognitionTime(sentBytes) - now > stream.times.behindMs;
  const { sending, audio } = shortenPauses(stream.sending, chunk.audio, isBehind);
  stream.sending = sending;
  stream.sent.seconds = sending.sentBytes / bytesPerSecond;
  stream.recognisedAt = getRecognitionTime(sending.sentBytes);
  for (const samples of audio) stream.audio.write(samples);
}

function getWordsSoFar({ results, sending, language }: Stream): Words {
  const words = toWords(results, language);
  return {
    ...words,
    heardSeconds: toStreamSeconds(sending, words.heardSeconds),
    spokenSeconds: toStreamSeconds(sending, words.spokenSeconds),
  };
}

async function deleteTaken(key: StreamKey, waiting: readonly Chunk[], next: number): Promise<void> {
  const taken = waiting.map(({ sequence }) => sequence).filter((sequence) => sequence < next);
  if (taken.length > 0) await deleteChunks(key, taken);
}

async function finish(stream: Stream, { end, bytes }: FeedOutcome, reading: Promise<'over'>) {
  const { language, startedAt, times } = stream;
  const seconds = stream.sending.sentBytes / bytesPerSecond;
  const leftMs = Math.max(0, startedAt + times.endMs - performance.now());
  const hasRecogniserEnded =
    end !== 'at-pause' && (await Promise.race([reading, wait(leftMs, undefined, { ref: false })])) === 'over';
  const { finals } = stream.results;
  const isFinished = end === 'last' && hasRecogniserEnded;
  const isCut = hasRecogniserEnded && (end === 'full' || end === 'gone' || end === 'lost');
  const kept = isCut
    ? dropCutWords(stream.results, seconds, language)
    : { finals, heardSeconds: getEnd(finals) };
  return {
    transcript: toWords({ finals: kept.finals, partial: undefined }, language).transcript,
    confidence: getConfidence(kept.finals),
    heardSeconds: isFinished ? bytes / bytesPerSecond : toStreamSeconds(stream.sending, kept.heardSeconds),
    isFinished,
    /** Of audio that was sent to the recogniser. */
    seconds,
  };
}

interface RelayOptions {
  readonly maxSeconds: number;
  readonly signal: AbortSignal;
  /** Kept up to date, because Transcribe also bills a stream that fails. */
  readonly sent: SentAudio;
  readonly times?: typeof streamTimes;
}

interface FeedOutcome {
  readonly bytes: number;
  readonly end: StreamEnd;
}

/** `at-pause`: a final result came late enough to continue in another stream. `over`: the recogniser ended. */
type StreamEnd = IntakeEnd | 'at-pause' | 'over';

interface Stream {
  readonly key: StreamKey;
  readonly language: Language;
  readonly times: typeof streamTimes;
  readonly maxSeconds: number;
  readonly sent: SentAudio;
  readonly audio: PassThrough;
  readonly startedAt: number;
  results: StreamResults;
  /** The chunk that it takes next. */
  next: number;
  saved: { readonly words: Words; readonly next: number };
  nextResult: PromiseWithResolvers<void>;
  sending: SendState;
  /** When a real-time recogniser will have recognised everything sent so far. */
  recognisedAt: number;
}
