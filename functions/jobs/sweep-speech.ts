import { type JobRun, job } from '../job.ts';
import { deleteItems } from '../tables/batches.ts';
import { findExpired, getSpeechTable, readSweep, saveSweep, sweptParts } from '../tables/streams.ts';

/**
 * Deletes audio that killed functions left behind, and ended streams. DynamoDB's own expiry takes days.
 *
 * It reads 20 MB a second of each part. Of ten million accounts 50,000 may speak at once: 5 GB, so 35 seconds. A run
 * that is killed goes on where it was. Memory holds a page of each part.
 */
export const handler = job('sweep-speech', async (run) => {
  const parts = await Promise.allSettled(
    Array.from({ length: sweptParts }, (_, part) => sweepPart(part, run)),
  );
  const failed = parts.find((part) => part.status === 'rejected');
  if (failed) throw failed.reason;
});

async function sweepPart(part: number, run: JobRun): Promise<void> {
  for (let after = await readSweep(part); ; ) {
    run.requireTime(pageMs);
    const { expired, next } = await findExpired(part, after, Date.now());
    await deleteItems(getSpeechTable(), expired);
    if (after || next) await saveSweep(part, next);
    if (!next) return;
    after = next;
  }
}

const pageMs = 10_000;
