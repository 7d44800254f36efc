import { expect, test } from 'vitest';
import { sharedParley } from '../../support/parley/shared.ts';
import { groups, smoke } from '../../tools/smoke/smoke.ts';

test('every voice reads a sentence aloud', async () => {
  const results = await smoke(
    sharedParley.url,
    groups.filter(({ name }) => name === 'voices'),
  );
  const voices = results.filter(({ name }) => name.startsWith('voice '));
  expect(voices.length).toBeGreaterThan(20);
  expect(results.filter(({ is }) => is === 'fail')).toEqual([]);
});
