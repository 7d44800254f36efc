import type { Result } from '@aws-sdk/client-transcribe-streaming';
import { beginIntake, takeChunks } from '../../../../../functions/speech/stream/intake.ts';
import { dropCutWords, getEnd, noResults, toWords } from '../../../../../functions/speech/stream/results.ts';
import type { Chunk } from '../../../../../functions/tables/streams.ts';
import { findLanguage, type Language } from '../../../../../shared/languages.ts';
import { join, rate, silence, voice } from '../record/sounds.ts';

export interface Trouble {
  /** Milliseconds from the start. No request and no answer arrives in between. */
  readonly outages: readonly (readonly [from: number, until: number])[];
  /** Requests get no error in an outage, as if no one had reset the connection. */
  readonly isMute: boolean;
  /** Probability of 0 to 1 that a stream is refused. */
  readonly refusals: number;
}

/** Numbered words after pauses of these seconds. Each sample bears the number of its word, or 0. */
export function say(pauses: readonly number[]): Float32Array {
  const words = pauses.flatMap((pause, index) => [silence(pause), number(voice(wordSeconds), index + 1)]);
  return join(...words, silence(0.4));
}

function number(samples: Float32Array, label: number): Float32Array {
  return samples.map((sample) => ((Math.round(sample * 0x7fff) & ~labelBits) | label) / 0x7fff);
}

const labelBits = 0x7f;
const wordSeconds = 0.25;

/** The server behind a network that fails, in the time of the timers. */
export class Network {
  readonly #trouble: Trouble;
  readonly #random: () => number;
  readonly #streams = new Map<string, ServerStream>();
  readonly #startedAtMs = performance.now();

  constructor(trouble: Trouble, random: () => number) {
    this.#trouble = trouble;
    this.#random = random;
  }

  readonly fetch = async (address: string, { body, signal }: RequestInit): Promise<Response> => {
    const stop = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    await Promise.race([this.#cross(), stop]);
    const answer = await Promise.race([this.#answer(address, body), stop]);
    await Promise.race([this.#cross(), stop]);
    return answer;
  };

  async #cross(): Promise<void> {
    await pause(10 + 60 * this.#random());
    const now = performance.now() - this.#startedAtMs;
    if (!this.#trouble.outages.some(([from, until]) => now >= from && now < until)) return;
    if (this.#trouble.isMute) await new Promise(() => {});
    throw new TypeError('Failed to fetch');
  }

  async #answer(address: string, body: unknown): Promise<Response> {
    if (address === '/api/speech/listen') return this.#listen(JSON.parse(String(body)).stream);
    const form = body as FormData;
    const bytes = await (form.get('audio') as Blob).arrayBuffer();
    if (address === '/api/transcribe-amazon') {
      const words = recognise(new Int16Array(bytes, 44));
      return Response.json({ transcript: words.map(({ Content }) => Content).join(' '), confidence: 1 });
    }
    const stream = this.#streams.get(String(form.get('stream')));
    if (!stream) return Response.json(notBegun);
    const chunk = { sequence: Number(form.get('sequence')), audio: new Uint8Array(bytes) };
    return Response.json(stream.take({ ...chunk, isLast: form.has('isLast') }));
  }

  async #listen(id: string): Promise<Response> {
    if (this.#random() < this.#trouble.refusals) {
      return Response.json({ error: 'Later.', code: 'provider_failed', requestId: '1' }, { status: 502 });
    }
    const stream = new ServerStream(this.#random);
    this.#streams.set(id, stream);
    return Response.json(await stream.ended);
  }
}

const notBegun = {
  transcript: '',
  heardSeconds: 0,
  interim: '',
  spokenSeconds: 0,
  isOpen: false,
  hasBegun: false,
};

class ServerStream {
  readonly #random: () => number;
  readonly #waiting: Chunk[] = [];
  readonly #startedAt = performance.now();
  readonly #poll: ReturnType<typeof setInterval>;
  readonly #ended = Promise.withResolvers<object>();
  readonly ended = this.#ended.promise;
  #intake = beginIntake(performance.now());
  #audio: Int16Array = new Int16Array();
  #results = noResults;

  constructor(random: () => number) {
    this.#random = random;
    this.#poll = setInterval(() => this.#look(), 50);
  }

  take(chunk: Chunk): object {
    if (!this.#intake.end) this.#waiting.push(chunk);
    return { ...toWords(this.#results, english), isOpen: !this.#intake.end, hasBegun: true };
  }

  #look(): void {
    const limits = { maxBytes: 50 * rate, fullAt: this.#startedAt + 22_500, goneMs: 4_000, lostMs: 2_000 };
    const waiting = this.#waiting.toSorted((one, other) => one.sequence - other.sequence);
    const { intake, taken } = takeChunks(this.#intake, waiting, performance.now(), limits);
    this.#intake = intake;
    for (const { audio } of taken) this.#audio = append(this.#audio, new Int16Array(audio.slice().buffer));
    const { end } = intake;
    // A recogniser may find no word in speech that is cut off soon after it began.
    const isOverheard = end !== undefined && end !== 'last' && this.#random() < 0.5;
    if (taken.length > 0 || (end && !isOverheard)) this.#recognise(end !== undefined);
    if (!end) return;
    clearInterval(this.#poll);
    const seconds = this.#audio.length / rate;
    const { finals, heardSeconds } =
      end === 'last'
        ? { finals: this.#results.finals, heardSeconds: seconds }
        : dropCutWords(this.#results, seconds, english);
    const { transcript } = toWords({ finals, partial: undefined }, english);
    this.#ended.resolve({ transcript, heardSeconds, confidence: 1, isFinished: end === 'last' });
  }

  /** An utterance is final after a pause. */
  #recognise(isOver: boolean): void {
    const from = getEnd(this.#results.finals);
    const words = recognise(this.#audio).filter(({ StartTime }) => StartTime >= from);
    const isPause = this.#audio.length / rate - (words.at(-1)?.EndTime ?? 0) > 0.5;
    const results = words.length === 0 ? [] : [toResult(words)];
    const isFinal = isOver || isPause;
    this.#results = {
      finals: isFinal ? [...this.#results.finals, ...results] : this.#results.finals,
      partial: isFinal ? undefined : results[0],
    };
  }
}

function append(one: Int16Array, other: Int16Array): Int16Array {
  const both = new Int16Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

const english = findLanguage('en-US') as Language;

function toResult(words: readonly Word[]): Result {
  const Transcript = words.map(({ Content }) => Content).join(' ');
  const times = { StartTime: words[0]?.StartTime, EndTime: words.at(-1)?.EndTime };
  return { ...times, Alternatives: [{ Transcript, Items: [...words] }] };
}

/** Words whose samples are nearly all there. */
function recognise(samples: Int16Array): Word[] {
  const words: Word[] = [];
  let from = 0;
  for (let at = 1; at <= samples.length; at++) {
    const label = (samples[from] ?? 0) & labelBits;
    if (at < samples.length && ((samples[at] ?? 0) & labelBits) === label) continue;
    if (label > 0 && at - from >= 0.9 * wordSeconds * rate) {
      words.push({ Content: `${label}`, Type: 'pronunciation', StartTime: from / rate, EndTime: at / rate });
    }
    from = at;
  }
  return words;
}

interface Word {
  readonly Content: string;
  readonly Type: 'pronunciation';
  readonly StartTime: number;
  readonly EndTime: number;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
