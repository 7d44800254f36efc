import type { Chunk, Streaming, StreamingEvent } from './streaming.ts';

/** Something that runs as long as the state wants it. */
export type StreamingWork = { readonly key: string } & (
  | { readonly type: 'listen'; readonly stream: number }
  | { readonly type: 'hear'; readonly stream: number; readonly chunk: Chunk }
  | { readonly type: 'wait'; readonly durationMs: number; readonly event: StreamingEvent }
);

export function worksFor(state: Streaming): StreamingWork[] {
  if (state.phase === 'resting') {
    return [{ key: 'rest', type: 'wait', durationMs: state.restMs, event: { type: 'stream-rested' } }];
  }
  if (state.phase !== 'open') return [];
  const { number } = state.stream;
  return [
    { key: `listen ${number}`, type: 'listen', stream: number },
    limitOf(state),
    ...state.stream.chunks.flatMap((chunk) => worksForChunk(chunk, number)),
  ];
}

function worksForChunk(chunk: Chunk, stream: number): StreamingWork[] {
  const { sequence, step, restMs } = chunk;
  const key = `${stream}.${sequence}`;
  if (step === 'waiting') return [];
  if (step === 'resting') {
    const event = { type: 'chunk-rested', stream, sequence } as const;
    return [{ key: `rest ${key}`, type: 'wait', durationMs: restMs, event }];
  }
  const event = { type: 'hear-failed', stream, sequence, isEarly: false } as const;
  return [
    { key: `hear ${key}`, type: 'hear', stream, chunk },
    { key: `limit ${key}`, type: 'wait', durationMs: hearLimitMs, event },
  ];
}

/** Each step of a stream has its own limit, because a lost connection may never report. */
function limitOf({ stream: { number, hasOpened, isClosed } }: Streaming): StreamingWork {
  const step = isClosed ? 'closed' : hasOpened ? 'opened' : 'opening';
  const failure = { isFinal: false, isRefusal: false, retryAfterMs: undefined };
  const event = { type: 'listen-failed', stream: number, failure } as const;
  return { key: `${step} ${number}`, type: 'wait', durationMs: limitsMs[step], event };
}

/** A stream ends 25 s after it began. */
const limitsMs = { opening: 8_000, opened: 30_000, closed: 3_000 };
const hearLimitMs = 5_000;
