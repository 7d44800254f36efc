import { expect, test } from 'vitest';
import { handler } from '../../../functions/jobs/sweep-speech.ts';
import { documentClient } from '../../../functions/tables/client.ts';
import { findExpired, sweptParts } from '../../../functions/tables/streams.ts';
import { lambdaContext, runJob } from '../../support/handlers/event.ts';
import { beforeRequests, startInProcess } from '../../support/handlers/in-process.ts';

const { put, all, remove } = await startInProcess();

test('items of a killed function are deleted, and items in use stay', async () => {
  const now = Date.now() / 1_000;
  const left = Array.from({ length: 60 }, (_, index) => chunk(`GUEST#one#${index}`, now - 1));
  const slots = { pk: 'ADDRESS#one', sk: 'SLOTS', slot0: (now - 1) * 1_000, expiresAt: now - 1 };
  const used = chunk('USER#two#3', now + 30);
  await put('speech', ...left, slots, used);
  await runJob('sweep-speech', handler);
  expect((await all('speech')).map(({ pk }) => pk)).toEqual([used.pk]);
  await remove('speech', used.pk, used.sk);
});

test.each([20, 60])(
  'a sweep that is killed after %i requests goes on in the next, and leaves nothing behind',
  async (most) => {
    const expiresAt = Date.now() / 1_000 - 1;
    const left = Array.from({ length: 1_200 }, (_, index) => ({
      ...chunk(`GUEST#${index}#one`, expiresAt),
      audio: '',
    }));
    await put('speech', ...left);
    let requests = 0;
    const stop = beforeRequests(documentClient, () => {
      requests += 1;
      if (requests > most) throw new Error('killed');
    });
    await expect(runJob('sweep-speech', handler)).rejects.toThrow('The job sweep-speech did not finish');
    stop();
    // The first one goes on, the second begins again.
    await runJob('sweep-speech', handler);
    await runJob('sweep-speech', handler);
    expect(await all('speech')).toEqual([]);
  },
);

test('a sweep that is out of time says so, and remembers its page', async () => {
  const { pk, sk } = chunk('GUEST#one#3', 1);
  await put('speech', chunk(pk, 1));
  const parts = await Promise.all(
    Array.from({ length: sweptParts }, (_, part) => findExpired(part, undefined, Date.now())),
  );
  await remove('speech', pk, sk);
  // DynamoDB refuses a page of another part.
  const part = parts.findIndex(({ expired }) => expired.length > 0);
  await put('speech', { pk: `SWEEP#${part}`, sk: 'CURSOR', after: { pk, sk } });
  await expect(runJob('sweep-speech', handler, lambdaContext(9_000))).rejects.toThrow('OutOfTime');
  expect(await all('speech')).toHaveLength(1);
  await runJob('sweep-speech', handler);
  expect(await all('speech')).toEqual([]);
});

function chunk(pk: string, expiresAt: number) {
  return { pk, sk: 'CHUNK#000', audio: Buffer.alloc(16_000), sequence: 0, isLast: false, expiresAt };
}
