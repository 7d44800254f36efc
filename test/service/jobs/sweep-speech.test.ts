import { expect, test } from 'vitest';
import { runJob } from '../../support/handlers/event.ts';
import { startInProcess } from '../../support/handlers/in-process.ts';

const { put, all } = await startInProcess();
const { handler } = await import('../../../functions/jobs/sweep-speech.ts');

test('items of a killed function are deleted, and items in use stay', async () => {
  const now = Date.now() / 1_000;
  const left = Array.from({ length: 60 }, (_, index) => chunk(`GUEST#one#${index}`, now - 1));
  const used = chunk('USER#two#3', now + 30);
  await put('speech', ...left, used);
  await runJob('sweep-speech', handler);
  expect((await all('speech')).map(({ pk }) => pk)).toEqual([used.pk]);
});

function chunk(pk: string, expiresAt: number) {
  return { pk, sk: 'CHUNK#000', audio: Buffer.alloc(16_000), sequence: 0, isLast: false, expiresAt };
}
