import { expect, test } from 'vitest';
import { outliveDeploys } from '../proofs/deploys/deploys.ts';

test('tabs that are older than a deployment still find all their parts', {
  // A deployment builds the site.
  timeout: 240_000,
}, async () => {
  const { faults, lateScripts } = await outliveDeploys({ tabs: 2, deploys: 1 });
  expect(faults).toEqual([]);
  expect(lateScripts).toBeGreaterThan(0);
});
