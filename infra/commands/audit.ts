import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** What an audit came to. */
export type Verdict = 'clean' | 'vulnerable' | 'unanswered';

/**
 * @param output what `npm audit --json` printed; where a registry takes no audits, that is its refusal
 * @returns clean only where a registry has looked and counted
 */
export function verdictOf(output: string): Verdict {
  const report = parse(output);
  const found = report?.metadata?.vulnerabilities;
  if (report?.error !== undefined || found?.total === undefined) return 'unanswered';
  return (found.high ?? 0) + (found.critical ?? 0) > 0 ? 'vulnerable' : 'clean';
}

const sentences: Record<Verdict, string> = {
  clean: 'No known high or critical vulnerability in what is deployed.',
  vulnerable: 'What is deployed has known high or critical vulnerabilities: see above.',
  unanswered: 'The registry does not answer audits: nothing is known. Ask one that does.',
};

/** `npm run audit`: known vulnerabilities in what is deployed. */
function main(): void {
  const words = ['audit', '--omit', 'dev'];
  const { stdout } = spawnSync('npm', [...words, '--json'], { cwd: root, encoding: 'utf8' });
  const verdict = verdictOf(stdout);
  if (verdict === 'vulnerable') spawnSync('npm', words, { cwd: root, stdio: 'inherit' });
  console.log(sentences[verdict]);
  if (verdict !== 'clean') process.exitCode = 1;
}

function parse(output: string): Report | undefined {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

interface Report {
  readonly error?: unknown;
  readonly metadata?: {
    readonly vulnerabilities?: {
      readonly total?: number;
      readonly high?: number;
      readonly critical?: number;
    };
  };
}

if (import.meta.main) main();
