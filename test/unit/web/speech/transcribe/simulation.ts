import { limits } from '../../../../../shared/limits.ts';
import type { ChunkAnswer } from '../../../../../web/speech/transcribe/stream.ts';
import {
  createStreaming,
  listTasks,
  nextStreaming,
  readStreamedText,
  type Streaming,
  type StreamingEvent,
  type StreamingTask,
} from '../../../../../web/speech/transcribe/streaming.ts';

const rate = 16_000;

/** Probabilities of 0 to 1, for each request. */
export interface Weather {
  /** The request never arrives. */
  readonly lostRequests: number;
  /** The request arrives, but its answer does not. */
  readonly lostAnswers: number;
  /** Neither an answer nor an error. */
  readonly hangs: number;
  /** A stream is refused for some seconds. */
  readonly refusals: number;
  /** A stream breaks, for each of its chunks. */
  readonly breaks: number;
  /** A stream's end before its audio is over, for each of its chunks. */
  readonly earlyEnds: number;
  readonly mostDelayMs: number;
  /** Chunks further ahead are refused. */
  readonly chunksAhead: number;
}

/**
 * Plays a speech against a simulated server, in simulated time. Each word takes some samples; the server understands
 * a word once it has all of them in order.
 *
 * @param random returns 0 to 1
 */
export function simulate(weather: Weather, words: readonly number[], random: () => number): Outcome {
  const simulation = new Simulation(weather, words, random);
  simulation.run();
  return simulation.outcome();
}

export interface Outcome {
  readonly state: Streaming;
  /** Words by streaming, then those of the rest. */
  readonly heard: readonly number[];
  readonly expected: readonly number[];
  readonly mostRequestsAtOnce: number;
  /** From the end of a word until it is shown. */
  readonly mostLagMs: number;
  /** Samples that more than one stream got. */
  readonly sentAgain: number;
}

class Simulation {
  readonly #weather: Weather;
  readonly #random: () => number;
  readonly #words: readonly Word[];
  readonly #due: { atMs: number; act: () => void }[] = [];
  readonly #running = new Map<string, { isStopped: boolean }>();
  readonly #servers = new Map<number, SimulatedStream>();
  #state = createStreaming('en-US');
  #nowMs = 0;
  #mostRequestsAtOnce = 0;
  #mostLagMs = 0;
  #shown = 0;
  #sentUntil = 0;
  #sentAgain = 0;

  constructor(weather: Weather, gaps: readonly number[], random: () => number) {
    this.#weather = weather;
    this.#random = random;
    let at = 0;
    this.#words = gaps.map((gapMs, number) => {
      const from = at + gapMs * (rate / 1_000);
      at = from + Math.round((0.1 + 0.5 * random()) * rate);
      return { number, from, until: at };
    });
    const end = at + Math.round(random() * rate);
    for (let until = rate / 10; until < end; until += rate / 10) this.#record(until, false);
    this.#record(end, true);
  }

  run(): void {
    for (let steps = 0; this.#due.length > 0; steps++) {
      if (steps > 200_000) throw new Error('It never ends.');
      this.#due.sort((one, other) => one.atMs - other.atMs);
      const next = this.#due.shift();
      this.#nowMs = next?.atMs ?? 0;
      next?.act();
    }
  }

  outcome(): Outcome {
    const { pieces, coveredUntil } = this.#state;
    const streamed = pieces.flatMap(({ transcript }) => transcript.split(' ').filter(Boolean).map(Number));
    const rest = this.#words.filter(({ until }) => until > coveredUntil).map(({ number }) => number);
    return {
      state: this.#state,
      heard: this.#state.phase === 'failed' ? [...streamed, ...rest] : streamed,
      expected: this.#words.map(({ number }) => number),
      mostRequestsAtOnce: this.#mostRequestsAtOnce,
      mostLagMs: this.#mostLagMs,
      sentAgain: this.#sentAgain,
    };
  }

  #record(until: number, isEnded: boolean): void {
    const begun = this.#words.filter(({ from }) => from < until);
    const speechUntil = Math.min(until, begun.at(-1)?.until ?? 0);
    const speechFrom = begun.find((word) => word.until > until - rate)?.from ?? 0;
    this.#after((until / rate) * 1_000, () =>
      this.#send({ type: 'recorded', until, speechFrom, speechUntil, isEnded }),
    );
  }

  #send(event: StreamingEvent): void {
    this.#state = nextStreaming(this.#state, event);
    const wanted = new Map(listTasks(this.#state).map((work) => [work.key, work]));
    for (const [key, run] of this.#running) {
      if (wanted.has(key)) continue;
      run.isStopped = true;
      this.#running.delete(key);
    }
    for (const [key, work] of wanted) if (!this.#running.has(key)) this.#start(key, work);
    const requests = [...this.#running.keys()].filter((key) => /^(listen|send-chunk)/.test(key));
    this.#mostRequestsAtOnce = Math.max(this.#mostRequestsAtOnce, requests.length);
    this.#noteShown();
  }

  #noteShown(): void {
    const last = readStreamedText(this.#state).split(' ').filter(Boolean).at(-1);
    const shown = last === undefined ? 0 : Number(last) + 1;
    for (const { until } of this.#words.slice(this.#shown, shown)) {
      this.#mostLagMs = Math.max(this.#mostLagMs, this.#nowMs - (until / rate) * 1_000);
    }
    this.#shown = Math.max(this.#shown, shown);
  }

  #start(key: string, work: StreamingTask): void {
    const run = { isStopped: false };
    this.#running.set(key, run);
    const finish = (event: StreamingEvent) => {
      if (run.isStopped) return;
      run.isStopped = true;
      this.#running.delete(key);
      this.#send(event);
    };
    if (work.type === 'wait') this.#after(work.durationMs, () => finish(work.event));
    else if (work.type === 'listen') this.#listen(work.stream, finish);
    else this.#sendChunk(work, finish);
  }

  #listen(stream: number, finish: (event: StreamingEvent) => void): void {
    const fail = (retryAfterMs?: number) =>
      finish({
        type: 'listen-failed',
        stream,
        failure: { isPermanent: false, isAllowanceUsedUp: false, retryAfterMs },
      });
    this.#travel(fail, (answer) => {
      if (this.#chance(this.#weather.refusals)) return answer(() => fail(2_000));
      const server = new SimulatedStream(this.#words, this.#random, (result) =>
        answer(() => (result ? finish({ type: 'listen-answered', stream, answer: result }) : fail())),
      );
      this.#servers.set(stream, server);
    });
  }

  #sendChunk(work: StreamingTask & { type: 'send-chunk' }, finish: (event: StreamingEvent) => void): void {
    const { stream, chunk } = work;
    const { sequence } = chunk;
    const fail = () => finish({ type: 'chunk-failed', stream, sequence });
    const finishWith = (answer: ChunkAnswer) => finish({ type: 'chunk-answered', stream, sequence, answer });
    this.#travel(fail, (reply) => {
      const server = this.#servers.get(stream);
      if (!server) return reply(() => finishWith(notBegun));
      if (!chunk.isLast && chunk.until - chunk.from < limits.minChunkBytes / 2) throw new Error('Too short.');
      if (chunk.sequence === 0) this.#sentAgain += Math.max(0, this.#sentUntil - chunk.from);
      this.#sentUntil = Math.max(this.#sentUntil, chunk.until);
      if (!server.take(chunk, this.#weather)) {
        return reply(() => finish({ type: 'chunk-too-far-ahead', stream, sequence }));
      }
      if (this.#chance(this.#weather.breaks)) server.break();
      if (this.#chance(this.#weather.earlyEnds)) server.endEarly();
      const answer = server.answer();
      reply(() => finishWith(answer));
    });
  }

  /** A request to the server and back. */
  #travel(fail: () => void, arrive: (answer: (act: () => void) => void) => void): void {
    const { lostRequests, lostAnswers, hangs } = this.#weather;
    if (this.#chance(hangs)) return;
    if (this.#chance(lostRequests)) this.#after(this.#delay(), fail);
    else
      this.#after(this.#delay(), () =>
        arrive((act) => this.#after(this.#delay(), this.#chance(lostAnswers) ? fail : act)),
      );
  }

  #after(ms: number, act: () => void): void {
    this.#due.push({ atMs: this.#nowMs + ms, act });
  }

  #delay(): number {
    return this.#random() * this.#weather.mostDelayMs;
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }
}

/** One stream on the server. */
class SimulatedStream {
  readonly #words: readonly Word[];
  readonly #random: () => number;
  readonly #end: (result: Result | undefined) => void;
  readonly #chunks = new Map<number, Piece>();
  #from: number | undefined;
  #readUntil = 0;
  #nextSequence = 0;
  #isOpen = true;
  #final: Word[] = [];
  #partial: Word[] = [];

  constructor(words: readonly Word[], random: () => number, end: (result: Result | undefined) => void) {
    this.#words = words;
    this.#random = random;
    this.#end = end;
  }

  /** @returns false if it is too far ahead */
  take(chunk: Piece, { chunksAhead }: Weather): boolean {
    if (!this.#isOpen) return true;
    if (chunk.sequence > this.#nextSequence + chunksAhead) return false;
    this.#chunks.set(chunk.sequence, chunk);
    for (let next = this.#chunks.get(this.#nextSequence); next && this.#isOpen; ) {
      this.#read(next);
      this.#nextSequence++;
      next = this.#chunks.get(this.#nextSequence);
    }
    return true;
  }

  break(): void {
    if (this.#isOpen) this.#end(undefined);
    this.#isOpen = false;
  }

  endEarly(): void {
    this.#close(false);
  }

  answer() {
    const spokenUntil = this.#partial.at(-1)?.until ?? this.#heardUntil();
    const spokenSeconds = (spokenUntil - (this.#from ?? 0)) / rate;
    const interim = textOf(this.#partial);
    return { ...this.#understood(), interim, spokenSeconds, isOpen: this.#isOpen, hasBegun: true };
  }

  #read({ from, until, isLast }: Piece): void {
    this.#from ??= from;
    if (this.#readUntil !== 0 && this.#readUntil !== from) throw new Error('Audio is missing.');
    this.#readUntil = until;
    const heardUntil = this.#heardUntil();
    this.#partial = this.#words.filter((word) => word.from >= heardUntil && word.until <= until);
    // A result becomes final some time after its words.
    if (isLast || this.#random() < 0.3) {
      this.#final.push(...this.#partial);
      this.#partial = [];
    }
    if (isLast) this.#close(true);
  }

  #close(isFinished: boolean): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#end({ ...this.#understood(), confidence: 1, isFinished });
  }

  #understood() {
    const heardSeconds = (this.#heardUntil() - (this.#from ?? 0)) / rate;
    return { transcript: textOf(this.#final), heardSeconds };
  }

  #heardUntil(): number {
    return this.#final.at(-1)?.until ?? this.#from ?? 0;
  }
}

const notBegun: ChunkAnswer = {
  transcript: '',
  heardSeconds: 0,
  interim: '',
  spokenSeconds: 0,
  isOpen: false,
  hasBegun: false,
};

function textOf(words: readonly Word[]): string {
  return words.map(({ number }) => number).join(' ');
}

interface Word {
  readonly number: number;
  readonly from: number;
  readonly until: number;
}

interface Piece {
  readonly sequence: number;
  readonly from: number;
  readonly until: number;
  readonly isLast: boolean;
}

type Result = Extract<StreamingEvent, { type: 'listen-answered' }>['answer'];
