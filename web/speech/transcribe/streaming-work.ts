import type { Chunk, Stream } from './stream.ts';
import type { Streaming, StreamingEvent } from './streaming.ts';

/** Something that runs as long as the state wants it. */
export type StreamingWork = { readonly key: string } & (
  | { readonly type: 'listen'; readonly stream: number }
  | { readonly type: 'hear'; readonly stream: number; readonly chunk: Chunk }
  | { readonly type: 'wait'; readonly durationMs: number; readonly event: StreamingEvent }
);

export function worksFor({ phase, stream, closing, restMs }: Streaming): StreamingWork[] {
  const streams = [...(closing ? [closing] : []), ...(phase === 'open' ? [stream] : [])];
  const works = streams.flatMap(worksForStream);
  if (phase !== 'resting') return works;
  return [...works, { key: 'rest', type: 'wait', durationMs: restMs, event: { type: 'stream-rested' } }];
}

function worksForStream(stream: Stream): StreamingWork[] {
  const { number, chunks } = stream;
  return [
    { key: `listen ${number}`, type: 'listen', stream: number },
    limitOf(stream),
    ...chunks.flatMap((chunk) => worksForChunk(chunk, number)),
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
  const event = { type: 'hear-failed', stream, sequence } as const;
  return [
    { key: `hear ${key}`, type: 'hear', stream, chunk },
    { key: `limit ${key}`, type: 'wait', durationMs: hearLimitMs, event },
  ];
}

/** Each step of a stream has its own limit, because a lost connection may never report. */
function limitOf({ number, hasOpened, isClosed }: Stream): StreamingWork {
  const step = isClosed ? 'closed' : hasOpened ? 'opened' : 'opening';
  const failure = { isFinal: false, isRefusal: false, retryAfterMs: undefined };
  const event = { type: 'listen-failed', stream: number, failure } as const;
  return { key: `${step} ${number}`, type: 'wait', durationMs: limitsMs[step], event };
}

/** A stream ends 25 s after it began. */
const limitsMs = { opening: 8_000, opened: 30_000, closed: 3_000 };
const hearLimitMs = 5_000;
