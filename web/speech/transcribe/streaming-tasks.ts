import type { Chunk, Stream } from './stream.ts';
import type { Streaming, StreamingEvent } from './streaming.ts';

/** Runs as long as the state lists it. */
export type StreamingTask = { readonly key: string } & (
  | { readonly type: 'listen'; readonly stream: number }
  | { readonly type: 'hear'; readonly stream: number; readonly chunk: Chunk }
  | { readonly type: 'wait'; readonly durationMs: number; readonly event: StreamingEvent }
);

export function listTasks({ phase, stream, closing, restMs }: Streaming): StreamingTask[] {
  const streams = [...(closing ? [closing] : []), ...(phase === 'open' ? [stream] : [])];
  const tasks = streams.flatMap(listStreamTasks);
  if (phase !== 'resting') return tasks;
  return [...tasks, { key: 'rest', type: 'wait', durationMs: restMs, event: { type: 'stream-rested' } }];
}

function listStreamTasks(stream: Stream): StreamingTask[] {
  const { number, chunks } = stream;
  return [
    { key: `listen ${number}`, type: 'listen', stream: number },
    createTimeLimit(stream),
    ...chunks.flatMap((chunk) => listChunkTasks(chunk, number)),
  ];
}

function listChunkTasks(chunk: Chunk, stream: number): StreamingTask[] {
  const { sequence, step, restMs } = chunk;
  const key = `${stream}.${sequence}`;
  if (step === 'waiting') return [];
  if (step === 'resting') {
    const event = { type: 'chunk-rested', stream, sequence } as const;
    return [{ key: `rest ${key}`, type: 'wait', durationMs: restMs, event }];
  }
  const event = { type: 'hear-failed', stream, sequence } as const;
  return [
    { key: `hear ${key}`, type: 'hear', stream, chunk },
    { key: `limit ${key}`, type: 'wait', durationMs: hearLimitMs, event },
  ];
}

/** Each step of a stream has its own limit, because a lost connection may never report. */
function createTimeLimit({ number, hasOpened, isClosed }: Stream): StreamingTask {
  const step = isClosed ? 'closed' : hasOpened ? 'opened' : 'opening';
  const failure = { isFinal: false, isAllowanceUsedUp: false, retryAfterMs: undefined };
  const event = { type: 'listen-failed', stream: number, failure } as const;
  return { key: `${step} ${number}`, type: 'wait', durationMs: limitsMs[step], event };
}

/** A stream ends 25 s after it began. */
const limitsMs = { opening: 8_000, opened: 30_000, closed: 3_000 };
const hearLimitMs = 5_000;
