import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isSilence } from '../../../functions/speech/stream/catch-up.ts';
import { wavOf } from '../../support/audio/wav.ts';
import { type Visitor, visit } from '../../support/people/session.ts';

/** The view of one speaker, in seconds from the start of speaking. */
export interface Spoken {
  readonly transcript: string;
  readonly finishedAt: number;
  /** When this number of words was shown for the first time. */
  readonly shown: readonly { readonly at: number; readonly words: number }[];
  readonly billedSeconds: number;
  readonly streams: number;
  /** Refusals of streams, and the sentence of the last one. */
  readonly refusals: number;
  readonly sentence: string;
}

/** Speaks in real time, as a page does: parts of half a second, and another stream where one ends early. */
export async function speak(url: string, samples: Buffer): Promise<Spoken> {
  const visitor = visit(url);
  await visitor.fetch('/api/subscription-status');
  const startedAt = performance.now();
  const now = () => (performance.now() - startedAt) / 1_000;
  const state = { done: '', refusals: 0, sentence: '', streams: 0 };
  const shown: { at: number; words: number }[] = [];
  const show = (text: string) => {
    const words = countWords(join(state.done, text));
    if (words > (shown.at(-1)?.words ?? 0)) shown.push({ at: now(), words });
  };
  for (let from = 0, isFinished = false; !isFinished; ) {
    const stream = openStream(visitor, now, samples.subarray(from), from / bytesPerSecond, show);
    const { status, body, retryAfter } = await stream.listening;
    stream.stop();
    if (status === 429) {
      state.refusals += 1;
      state.sentence = body.error ?? '';
      await wait(1_000 * retryAfter);
      continue;
    }
    if (status !== 200) throw new Error(`A stream was answered with ${status}: ${body.error}`);
    state.streams += 1;
    state.done = join(state.done, body.transcript);
    from = findWord(samples, from + 2 * Math.round(16_000 * body.heardSeconds));
    isFinished = body.isFinished;
    show('');
  }
  const finishedAt = now();
  const { usage } = (await (await visitor.fetch('/api/account')).json()) as {
    usage: { speechSeconds: number }[];
  };
  return {
    transcript: state.done,
    finishedAt,
    shown,
    billedSeconds: usage[0]?.speechSeconds ?? 0,
    streams: state.streams,
    refusals: state.refusals,
    sentence: state.sentence,
  };
}

/** @param spokenFrom when the first sample was spoken */
function openStream(
  visitor: Visitor,
  now: () => number,
  samples: Buffer,
  spokenFrom: number,
  show: (text: string) => void,
) {
  const stream = randomUUID();
  let isOver = false;
  const hear = async (sequence: number, audio: Buffer, isLast: boolean) => {
    while (!isOver) {
      const form = new FormData();
      form.set('stream', stream);
      form.set('sequence', `${sequence}`);
      form.set('audio', new Blob([Uint8Array.from(audio)]));
      if (isLast) form.set('isLast', 'true');
      const answer = await visitor.fetch('/api/speech/hear', { method: 'POST', body: form });
      const body = (await answer.json()) as { transcript: string; interim: string };
      if (answer.ok && !isOver) show(join(body.transcript, body.interim));
      if (answer.status !== 409) return;
      await wait(150);
    }
  };
  const send = async () => {
    const parts = Math.max(1, Math.ceil(samples.length / partBytes));
    for (let sequence = 0; sequence < parts && !isOver; sequence += 1) {
      const audio = samples.subarray(sequence * partBytes, (sequence + 1) * partBytes);
      const spokenUntil = spokenFrom + (sequence * partBytes + audio.length) / bytesPerSecond;
      await wait(Math.max(0, 1_000 * (spokenUntil - now())));
      void hear(sequence, audio, sequence === parts - 1).catch(() => {});
    }
  };
  void send();
  return {
    listening: visitor.post('/api/speech/listen', { stream, language: 'en-US' }).then(async (answer) => ({
      status: answer.status,
      retryAfter: Number(answer.headers.get('retry-after') ?? 1),
      body: (await answer.json()) as Answer,
    })),
    stop: () => {
      isOver = true;
    },
  };
}

/** As pages do, a moment before the next word: pocketsphinx mishears words after a long silence. */
function findWord(samples: Buffer, from: number): number {
  const frameBytes = bytesPerSecond / 10;
  // The last word may sound a little longer than it was timed.
  let at = from + frameBytes;
  while (at < samples.length && isSilence(samples.subarray(at, at + frameBytes))) at += frameBytes;
  return at === from + frameBytes ? from : at - 2 * frameBytes;
}

/** The way of finished clips: pieces of 15 seconds, sent when they are spoken. */
export async function sendClips(url: string, samples: Buffer): Promise<Omit<Spoken, 'shown' | 'streams'>> {
  const visitor = visit(url);
  await visitor.fetch('/api/subscription-status');
  const startedAt = performance.now();
  const pieces = Array.from({ length: Math.ceil(samples.length / clipBytes) }, (_, index) =>
    samples.subarray(index * clipBytes, (index + 1) * clipBytes),
  );
  const heard = await Promise.all(
    pieces.map(async (piece, index) => {
      await wait((1_000 * (index * clipBytes + piece.length)) / bytesPerSecond);
      const form = new FormData();
      form.set('language', 'en-US');
      form.set('audio', new Blob([Uint8Array.from(wavOf(piece))]));
      const answer = await visitor.fetch('/api/transcribe-amazon', { method: 'POST', body: form });
      const { transcript = '' } = (await answer.json()) as { transcript?: string };
      return transcript;
    }),
  );
  const finishedAt = (performance.now() - startedAt) / 1_000;
  const { usage } = (await (await visitor.fetch('/api/account')).json()) as {
    usage: { speechSeconds: number }[];
  };
  return {
    transcript: heard.reduce(join, ''),
    finishedAt,
    billedSeconds: usage[0]?.speechSeconds ?? 0,
    refusals: 0,
    sentence: '',
  };
}

function countWords(text: string): number {
  return text.split(' ').filter((word) => word !== '').length;
}

function join(one: string, other: string): string {
  return [one, other].filter((text) => text !== '').join(' ');
}

const bytesPerSecond = 32_000;
const partBytes = bytesPerSecond / 2;
const clipBytes = 15 * bytesPerSecond;

interface Answer {
  readonly transcript: string;
  readonly heardSeconds: number;
  readonly isFinished: boolean;
  readonly error?: string;
}
