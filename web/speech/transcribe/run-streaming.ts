import { ApiError, call } from '../../api.ts';
import { type Machine, runMachine } from '../../browser/machine.ts';
import type { SampleBuffer } from '../record/sample-buffer.ts';
import { encodePcm } from '../record/wav.ts';
import {
  createStreaming,
  isDone,
  listTasks,
  nextStreaming,
  type StreamFailure,
  type Streaming,
  type StreamingEvent,
  type StreamingTask,
} from './streaming.ts';
import { isAllowanceUsedUp } from './transcript.ts';

/** Runs the state machine of `streaming.ts`. */
export class StreamingRun {
  readonly #language: string;
  readonly #audio: SampleBuffer;
  readonly #machine: Machine<Streaming, StreamingEvent>;
  /** Functions that stop the running tasks, by key. */
  readonly #running = new Map<string, () => void>();
  readonly #ids = new Map<number, string>();
  /** Resolves with the last state. */
  readonly done: Promise<Streaming>;

  constructor(language: string, audio: SampleBuffer, onChange: (state: Streaming) => void) {
    this.#language = language;
    this.#audio = audio;
    let end: (state: Streaming) => void;
    this.done = new Promise((resolve) => {
      end = resolve;
    });
    this.#machine = runMachine(nextStreaming, createStreaming(language), (state) => {
      this.#updateTasks(listTasks(state));
      if (isDone(state)) end(state);
      onChange(state);
    });
  }

  send(event: StreamingEvent): void {
    this.#machine.send(event);
  }

  /** Ends the stream here and on the server. Keeps the text so far. */
  abandon(): void {
    const { phase, stream } = this.#machine.get();
    this.send({ type: 'abandoned' });
    if (phase !== 'open' || stream.isClosed) return;
    const unsent = stream.chunks.find(({ step }) => step !== 'sending');
    if (stream.hasLastChunk && !unsent) return;
    // The server may not notice that a request was aborted.
    const sequence = unsent?.sequence ?? stream.nextSequence;
    const form = this.#buildForm(stream.number, { sequence, isLast: true }, new Float32Array());
    call('speech.send-chunk', form, { keepalive: true }).catch(() => {});
  }

  #updateTasks(tasks: readonly StreamingTask[]): void {
    const wanted = new Set(tasks.map(({ key }) => key));
    for (const [key, stop] of this.#running) {
      if (wanted.has(key)) continue;
      this.#running.delete(key);
      stop();
    }
    for (const task of tasks) {
      if (!this.#running.has(task.key)) this.#running.set(task.key, this.#start(task));
    }
  }

  #start(task: StreamingTask): () => void {
    if (task.type === 'wait') {
      const timer = setTimeout(() => this.#finish(task, task.event), task.durationMs);
      return () => clearTimeout(timer);
    }
    const request = new AbortController();
    const { signal } = request;
    const answered = task.type === 'listen' ? this.#listen(task, signal) : this.#sendChunk(task, signal);
    void answered.then((event) => {
      if (!signal.aborted) this.#finish(task, event);
    });
    return () => request.abort();
  }

  #finish({ key }: StreamingTask, event: StreamingEvent): void {
    this.#running.delete(key);
    this.send(event);
  }

  #listen({ stream }: Task<'listen'>, signal: AbortSignal): Promise<StreamingEvent> {
    const input = { stream: this.#getId(stream), language: this.#language };
    return call('speech.listen', input, { signal }).then(
      (answer) => ({ type: 'listen-answered', stream, answer }),
      (error: unknown) => ({ type: 'listen-failed', stream, failure: describeFailure(error) }),
    );
  }

  #sendChunk({ stream, chunk }: Task<'send-chunk'>, signal: AbortSignal): Promise<StreamingEvent> {
    const { sequence, from, until } = chunk;
    const form = this.#buildForm(stream, chunk, this.#audio.read(from, until));
    return call('speech.send-chunk', form, { signal }).then(
      (answer) => ({ type: 'chunk-answered', stream, sequence, answer }),
      (error: unknown) => ({ type: describeChunkFailure(error), stream, sequence }),
    );
  }

  #buildForm(stream: number, chunk: { sequence: number; isLast: boolean }, samples: Float32Array) {
    const audio = new Blob([encodePcm(samples)]);
    const form = { stream: this.#getId(stream), sequence: String(chunk.sequence), audio };
    return chunk.isLast ? { ...form, isLast: 'true' as const } : form;
  }

  #getId(stream: number): string {
    const id = this.#ids.get(stream) ?? crypto.randomUUID();
    this.#ids.set(stream, id);
    return id;
  }
}

function describeChunkFailure(error: unknown) {
  const isTooFarAhead = error instanceof ApiError && error.code === 'too_far_ahead';
  return isTooFarAhead ? 'chunk-too-far-ahead' : 'chunk-failed';
}

function describeFailure(error: unknown): StreamFailure {
  const { status = 0, retryAfterSeconds } = error instanceof ApiError ? error : {};
  const isUsedUp = isAllowanceUsedUp(error);
  const isTransient = status < 400 || status >= 500 || status === 409 || status === 429;
  const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1_000;
  return { isPermanent: isUsedUp || !isTransient, isAllowanceUsedUp: isUsedUp, retryAfterMs };
}

type Task<Type> = Extract<StreamingTask, { type: Type }>;
