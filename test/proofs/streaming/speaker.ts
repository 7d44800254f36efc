import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { runMachine } from '../../../web/browser/machine.ts';
import { SpeechDetector, scanSamples } from '../../../web/speech/record/speech-detector.ts';
import {
  createStreaming,
  isDone,
  listTasks,
  nextStreaming,
  readStreamedText,
  type Streaming,
  type StreamingEvent,
  type StreamingTask,
} from '../../../web/speech/transcribe/streaming.ts';
import { joinPieces } from '../../../web/speech/transcribe/transcript.ts';
import { type Visitor, visit } from '../../support/people/session.ts';

/** The view of one speaker, in seconds from the start of speaking. */
export interface Spoken {
  readonly transcript: string;
  readonly finishedAt: number;
  /** When the page stopped listening, and when it showed the translation. */
  readonly listenedUntil?: number;
  readonly translatedAt?: number;
  /** When this number of words was shown for the first time. */
  readonly shown: readonly { readonly at: number; readonly words: number }[];
  readonly billedSeconds: number;
  readonly streams: number;
  /** Refusals of streams, and the sentence of the last one. */
  readonly refusals: number;
  readonly sentence: string;
}

/**
 * Speaks through the machine of the page, as a new guest.
 *
 * @param options.speed in real time by default
 */
export async function speak(
  url: string,
  samples: Buffer,
  { language = 'en-US', speed = 1 } = {},
): Promise<Spoken> {
  const visitor = visit(url);
  await visitor.fetch('/api/subscription-status');
  const startedAt = performance.now();
  const now = () => (speed * (performance.now() - startedAt)) / 1_000;
  const shown: { at: number; words: number }[] = [];
  const refusals: string[] = [];
  const ids = new Map<number, string>();
  const running = new Set<string>();
  const over = Promise.withResolvers<Streaming>();
  const page: Page = {
    visitor,
    samples,
    language,
    idOf: (stream) => ids.get(stream) ?? ids.set(stream, randomUUID()).get(stream) ?? '',
    onRefusal: (sentence) => refusals.push(sentence),
  };
  const machine = runMachine(nextStreaming, createStreaming(language), (state) => {
    for (const work of listTasks(state)) {
      if (running.has(work.key)) continue;
      running.add(work.key);
      const isWanted = () => listTasks(machine.get()).some(({ key }) => key === work.key);
      void start(work, page).then((event) => {
        running.delete(work.key);
        if (isWanted()) machine.send(event);
      });
    }
    const words = countWords(readStreamedText(state));
    if (words > (shown.at(-1)?.words ?? 0)) shown.push({ at: now(), words });
    if (isDone(state)) over.resolve(state);
  });
  for await (const event of record(samples, now)) machine.send(event);
  // The machine's own timers do not keep a process running.
  const alive = setInterval(() => {}, 60_000);
  const { phase, pieces, stream } = await over.promise;
  clearInterval(alive);
  if (phase === 'failed') throw new Error(`Streaming failed. ${refusals.at(-1) ?? ''}`);
  return {
    transcript: joinPieces(pieces, language).transcript,
    finishedAt: now(),
    shown,
    billedSeconds: await countBilled(visitor),
    streams: stream.number - refusals.length,
    refusals: refusals.length,
    sentence: refusals.at(-1) ?? '',
  };
}

/** Looks for speech as the page does. */
async function* record(samples: Buffer, now: () => number): AsyncGenerator<StreamingEvent> {
  const whole = Float32Array.from(
    { length: samples.length / 2 },
    (_, at) => samples.readInt16LE(2 * at) / 32_768,
  );
  const detector = new SpeechDetector();
  for (let checked = 0; checked < whole.length; ) {
    const until = Math.min(whole.length, checked + scanSamples);
    await wait(Math.max(0, 1_000 * (until / 16_000 - now())));
    const { speechFrom, speechUntil } = detector.add(whole.subarray(checked, until));
    yield { type: 'recorded', until, speechFrom, speechUntil, isEnded: until === whole.length };
    checked = until;
  }
}

async function start(work: StreamingTask, page: Page): Promise<StreamingEvent> {
  if (work.type === 'listen') return listen(work.stream, page);
  if (work.type === 'send-chunk') return sendChunk(work, page);
  await wait(work.durationMs, undefined, { ref: false });
  return work.event;
}

async function listen(stream: number, { visitor, language, idOf, onRefusal }: Page): Promise<StreamingEvent> {
  const answer = await visitor.post('/api/speech/listen', { stream: idOf(stream), language });
  const body = (await answer.json()) as Listened & { error: string };
  if (answer.ok) return { type: 'listen-answered', stream, answer: body };
  if (answer.status !== 429) throw new Error(`A stream was answered with ${answer.status}: ${body.error}`);
  onRefusal(body.error);
  const retryAfterMs = 1_000 * Number(answer.headers.get('retry-after') ?? 1);
  return {
    type: 'listen-failed',
    stream,
    failure: { isPermanent: false, isAllowanceUsedUp: false, retryAfterMs },
  };
}

async function sendChunk(
  { stream, chunk: { sequence, from, until, isLast } }: StreamingTask & { type: 'send-chunk' },
  { visitor, samples, idOf }: Page,
): Promise<StreamingEvent> {
  const form = new FormData();
  form.set('stream', idOf(stream));
  form.set('sequence', `${sequence}`);
  form.set('audio', new Blob([Uint8Array.from(samples.subarray(2 * from, 2 * until))]));
  if (isLast) form.set('isLast', 'true');
  const answer = await visitor.fetch('/api/speech/send-chunk', { method: 'POST', body: form });
  if (!answer.ok) return { type: 'chunk-failed', stream, sequence };
  return { type: 'chunk-answered', stream, sequence, answer: (await answer.json()) as Heard };
}

interface Page {
  readonly visitor: Visitor;
  /** 16 kHz, mono, 16-bit little-endian. */
  readonly samples: Buffer;
  readonly language: string;
  idOf(stream: number): string;
  onRefusal(sentence: string): void;
}

type Listened = Extract<StreamingEvent, { type: 'listen-answered' }>['answer'];
type Heard = Extract<StreamingEvent, { type: 'chunk-answered' }>['answer'];

async function countBilled(visitor: Visitor): Promise<number> {
  const { usage } = (await (await visitor.fetch('/api/account')).json()) as {
    usage: { speechSeconds: number }[];
  };
  return usage[0]?.speechSeconds ?? 0;
}

export function countWords(text: string): number {
  return text.split(' ').filter((word) => word !== '').length;
}
