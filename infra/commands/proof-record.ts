import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** Where `npm run test:all` writes its last result. */
export const recordFile = path.join(root, '.build/test-all.json');

/** What `npm run test:all` found: `npm test` and each proof count as one. */
export interface ProofRecord extends Checkout {
  readonly passed: number;
  readonly failed: number;
  /** ISO 8601. */
  readonly at: string;
}

interface Checkout {
  /** Empty outside of a git checkout. */
  readonly commit: string;
  /** Whether nothing differed from the commit. */
  readonly clean: boolean;
}

export function checkout(): Checkout {
  const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout ?? '';
  return { commit: git('rev-parse', 'HEAD').trim(), clean: git('status', '--porcelain') === '' };
}

export function lastRecord(): ProofRecord | undefined {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : undefined;
}

/** Why it is not known that everything passed for what is deployed, as a sentence; undefined where it is. */
export function unprovenBecause(
  { commit, clean }: Checkout,
  record: ProofRecord | undefined,
): string | undefined {
  const advice = 'run `npm run test:all` first, unless you are in a hurry.';
  if (record === undefined || record.commit !== commit || commit === '') {
    return `No run of all tests and proofs is on record for this commit: ${advice}`;
  }
  if (record.failed > 0) return `${record.failed} of all tests and proofs failed for this commit: ${advice}`;
  return clean && record.clean
    ? undefined
    : `All tests and proofs passed for this commit, but files differ from it: ${advice}`;
}
