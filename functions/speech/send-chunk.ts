import { sendChunk } from '../../shared/api/speech.schema.ts';
import { endpoint } from '../endpoint.ts';
import { readMultipart } from '../request/multipart.ts';
import { deleteChunk, noWords, putChunk, readStream, toStreamKey } from '../tables/streams.ts';

export const handler = endpoint(
  'speech.send-chunk',
  sendChunk,
  async ({ stream, sequence, audio, isLast }, caller) => {
    const key = toStreamKey(caller, stream);
    const before = await readStream(key);
    if (!before) return notBegun;
    if (!before.isOpen) return { ...before, hasBegun: true };
    await putChunk(key, { sequence, audio, isLast: isLast === 'true' });
    const after = await readStream(key);
    // Closing deletes the chunks so far, but not one that is written later.
    if (!after?.isOpen) await deleteChunk(key, sequence);
    return { ...(after ?? { ...before, isOpen: false }), hasBegun: true };
  },
  { readBody: readMultipart },
);

/** No error: pages send the first chunk while the stream opens. */
const notBegun = { ...noWords, isOpen: false, hasBegun: false };
