import { sendChunk } from '../../shared/api/speech.schema.ts';
import { endpoint } from '../endpoint.ts';
import { TooFarAhead } from '../errors.ts';
import { readMultipart } from '../request/multipart.ts';
import {
  chunksAhead,
  deleteChunk,
  findChunk,
  noWords,
  putChunk,
  readStream,
  type StreamState,
  toStreamKey,
} from '../tables/streams.ts';

export const handler = endpoint(
  'speech.send-chunk',
  sendChunk,
  async ({ stream, sequence, audio, isLast }, caller) => {
    const key = toStreamKey(caller, stream);
    const { stream: before, isWaiting } = await findChunk(key, sequence);
    if (!before) return notBegun;
    // Writes are billed by the kilobyte, so a repeated chunk is not written again.
    if (!before.isOpen || isWaiting || sequence < before.nextSequence) return toAnswer(before);
    if (sequence > before.nextSequence + chunksAhead) throw new TooFarAhead();
    await putChunk(key, { sequence, audio, isLast: isLast === 'true' });
    const after = await readStream(key);
    // Closing deletes the chunks so far, but not one that is written later.
    if (!after?.isOpen) await deleteChunk(key, sequence);
    return toAnswer(after ?? { ...before, isOpen: false });
  },
  { readBody: readMultipart },
);

function toAnswer({ transcript, heardSeconds, interim, spokenSeconds, isOpen }: StreamState) {
  return { transcript, heardSeconds, interim, spokenSeconds, isOpen, hasBegun: true };
}

/** No error: pages send the first chunk while the stream opens. */
const notBegun = { ...noWords, isOpen: false, hasBegun: false };
