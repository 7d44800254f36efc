import { expect, test } from 'vitest';
import { outliveDeploys } from '../proofs/deploys/deploys.ts';

test('a tab that is older than a deployment still finds all its parts', {
  // A deployment builds the site.
  timeout: 240_000,
}, async () => {
  const { faults, lateScripts } = await outliveDeploys({ tabs: 1, deploys: 1 });
  expect(faults).toEqual([]);
  expect(lateScripts).toBeGreaterThan(0);
});
