import { expect, test } from 'vitest';
import { type ProofRecord, unprovenBecause } from '../../../infra/commands/proof-record.ts';

const green: ProofRecord = {
  commit: 'abc',
  clean: true,
  passed: 17,
  failed: 0,
  at: '2026-11-22T03:00:00.000Z',
};
const now = { commit: 'abc', clean: true };

test.for([
  ['a green run of the same commit says nothing', now, green, undefined],
  ['no run warns', now, undefined, /^No run of all/],
  ['a run of another commit warns', { ...now, commit: 'def' }, green, /^No run of all/],
  ['a copy without git warns', { ...now, commit: '' }, { ...green, commit: '' }, /^No run of all/],
  ['a red run warns', now, { ...green, failed: 2 }, /^2 of all tests and proofs failed/],
  ['files that differ now warn', { ...now, clean: false }, green, /files differ/],
  ['files that differed in the run warn', now, { ...green, clean: false }, /files differ/],
] as const)('%s', ([, checkout, record, warning]) => {
  const said = unprovenBecause(checkout, record);
  if (warning) expect(said).toMatch(warning);
  else expect(said).toBeUndefined();
});
