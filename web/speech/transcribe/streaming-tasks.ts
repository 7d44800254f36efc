import type { Chunk, Stream } from './stream.ts';
import { type Streaming, type StreamingEvent, transientFailure } from './streaming.ts';

/** Runs for as long as `listTasks` returns it. */
export type StreamingTask = { readonly key: string } & (
  | { readonly type: 'listen'; readonly stream: number }
  | { readonly type: 'send-chunk'; readonly stream: number; readonly chunk: Chunk }
  | { readonly type: 'wait'; readonly durationMs: number; readonly event: StreamingEvent }
);

export function listTasks({ phase, stream, closing, delayMs }: Streaming): StreamingTask[] {
  const streams = [...(closing ? [closing] : []), ...(phase === 'open' ? [stream] : [])];
  const tasks = streams.flatMap(listStreamTasks);
  if (phase !== 'delayed') return tasks;
  return [...tasks, { key: 'delay', type: 'wait', durationMs: delayMs, event: { type: 'delay-ended' } }];
}

function listStreamTasks(stream: Stream): StreamingTask[] {
  const { number, chunks } = stream;
  return [
    { key: `listen ${number}`, type: 'listen', stream: number },
    createTimeout(stream),
    ...chunks.flatMap((chunk) => listChunkTasks(chunk, number)),
  ];
}

function listChunkTasks(chunk: Chunk, stream: number): StreamingTask[] {
  const { sequence, step, delayMs } = chunk;
  const key = `${stream}.${sequence}`;
  if (step === 'queued') return [];
  if (step === 'delayed') {
    const event = { type: 'chunk-delay-ended', stream, sequence } as const;
    return [{ key: `delay ${key}`, type: 'wait', durationMs: delayMs, event }];
  }
  const event = { type: 'chunk-failed', stream, sequence } as const;
  return [
    { key: `send-chunk ${key}`, type: 'send-chunk', stream, chunk },
    { key: `timeout ${key}`, type: 'wait', durationMs: chunkTimeoutMs, event },
  ];
}

/** A dropped connection may never report an error, so each step of a stream has a timeout. */
function createTimeout({ number, hasOpened, isClosed }: Stream): StreamingTask {
  const step = isClosed ? 'closed' : hasOpened ? 'opened' : 'opening';
  const event = { type: 'listen-failed', stream: number, failure: transientFailure } as const;
  return { key: `${step} ${number}`, type: 'wait', durationMs: timeoutsMs[step], event };
}

/** A stream ends within 25 s. */
const timeoutsMs = { opening: 8_000, opened: 30_000, closed: 3_000 };
const chunkTimeoutMs = 5_000;
