import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/sources.ts';

export const recordFile = path.join(root, '.build/test-all.json');

/** Result of `npm run test:all`. `npm test` counts as one proof. */
export interface ProofRecord extends Checkout {
  readonly passed: number;
  readonly failed: number;
  readonly at: string;
}

interface Checkout {
  /** Empty outside a git checkout. */
  readonly commit: string;
  readonly isClean: boolean;
}

export function readCheckout(): Checkout {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout ?? '';
  return { commit: git('rev-parse', 'HEAD').trim(), isClean: git('status', '--porcelain') === '' };
}

export function readLastRecord(): ProofRecord | undefined {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : undefined;
}

export function findProofWarning(
  { commit, isClean }: Checkout,
  record: ProofRecord | undefined,
): string | undefined {
  const advice = 'run `npm run test:all` first.';
  if (record === undefined || record.commit !== commit || commit === '') {
    return `This commit has no recorded run of all proofs: ${advice}`;
  }
  if (record.failed > 0) return `Not all proofs passed for this commit: ${advice}`;
  return isClean && record.isClean
    ? undefined
    : `All proofs passed for this commit, but with uncommitted changes then or now: ${advice}`;
}
