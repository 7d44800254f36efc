import { job } from '../job.ts';
import { deleteItems } from '../tables/batches.ts';
import { findExpired, getSpeechTable } from '../tables/streams.ts';

/** Deletes audio that killed functions left behind, and ended streams. DynamoDB's own expiry takes days. */
export const handler = job('sweep-speech', async () => {
  for await (const keys of findExpired(Date.now())) await deleteItems(getSpeechTable(), keys);
});
