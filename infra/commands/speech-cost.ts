import { streamTimes } from '../../functions/speech/stream/relay.ts';
import { limits } from '../../shared/limits.ts';
import { countGigabyteSeconds } from './call-cost.ts';

/** Resources that one utterance uses, without Transcribe itself. @param seconds the utterance's length */
export function estimateSpeech(seconds: number) {
  const chunks = Math.ceil(seconds / limits.chunkSeconds);
  const streams = Math.ceil((seconds * 1_000) / streamTimes.mayEndAfterMs);
  const { restMs, pollMs } = streamTimes;
  const polls = chunks * (1 + (1_000 * limits.chunkSeconds - restMs) / pollMs);
  // The largest chunk is one second.
  const bytes = seconds * limits.chunkBytes;
  // Stored as one byte per sample. A write unit is a kilobyte; deleting costs as much as writing.
  const audioWrites = chunks * Math.ceil(bytes / 2 / chunks / 1_024);
  return {
    calls: chunks + streams,
    lambdaTime:
      chunks * countGigabyteSeconds('speech.send-chunk', sendChunkMs) +
      countGigabyteSeconds('speech.listen', 1_000 * seconds + streams * closingMs),
    // Opening, closing, sweeping, two transcript updates a second, and counting and returning seconds.
    writes: 2 * audioWrites + streams * (3 + 2 * meteredItems) + 2 * seconds,
    // Two reads of the state and one of the session for each chunk.
    reads: polls + bytes / 2 / 4_096 + 3 * chunks + streams,
    uploadBytes: bytes,
  };
}

/** The caller's counter, and its group's or month's. */
const meteredItems = 2;
const sendChunkMs = 40;
const closingMs = 1_500;
