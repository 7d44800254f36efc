import { expect, test } from 'vitest';
import { findProofWarning, type ProofRecord } from '../../../../../infra/aws/commands/proof-record.ts';

const green: ProofRecord = {
  commit: 'abc',
  isClean: true,
  passed: 17,
  failed: 0,
  at: '2026-11-22T03:00:00.000Z',
};
const now = { commit: 'abc', isClean: true };

test.for([
  ['a passed run of the same commit is enough', now, green, undefined],
  ['no run warns', now, undefined, /^This commit has no recorded run/],
  ['a run of another commit warns', { ...now, commit: 'def' }, green, /^This commit has no recorded run/],
  [
    'a copy without git warns',
    { ...now, commit: '' },
    { ...green, commit: '' },
    /^This commit has no recorded run/,
  ],
  ['a failed run warns', now, { ...green, failed: 2 }, /^Not all proofs passed/],
  ['files changed since the run warn', { ...now, isClean: false }, green, /uncommitted changes/],
  ['files changed before the run warn', now, { ...green, isClean: false }, /uncommitted changes/],
] as const)('%s', ([, checkout, record, warning]) => {
  const said = findProofWarning(checkout, record);
  if (warning) expect(said).toMatch(warning);
  else expect(said).toBeUndefined();
});
