import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findWrongVitestFlag } from '../support/vitest-flags.ts';
import { describeProof } from './help.ts';
import { type Flags, type ProofModule, parseFlags, report, secondsSince } from './proof.ts';
import { type Proof, proofs } from './proofs.ts';

/** `npm run prove`: lists the proofs. `npm run prove -- NAME [flags]`: runs one, and exits with 1 where it fails. */
const root = path.resolve(import.meta.dirname, '../..');
const [name, ...words] = process.argv.slice(2).filter((word) => word !== '--no-install');
// The set-up step that started this process is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

process.exit(await run());

async function run(): Promise<number> {
  if (name === undefined) return list();
  const proof = proofs[name];
  if (!proof) {
    console.error(`There is no proof "${name}". There are: ${Object.keys(proofs).join(', ')}.`);
    return 2;
  }
  if (words.includes('--help')) {
    console.log(await describeProof(name));
    return 0;
  }
  const wrong = proof.tests && (await findWrongVitestFlag(words));
  if (wrong) {
    console.error(wrong);
    return 2;
  }
  install(proof);
  const startedAt = performance.now();
  const found = proof.tests ? await runTests(proof.tests) : await runModule(name);
  if (found === undefined) return 2;
  const outcome = found === 0 ? 'holds' : `does not hold (${found} found)`;
  console.log(`The proof "${name}" ${outcome}, in ${secondsSince(startedAt)} s.`);
  return found === 0 ? 0 : 1;
}

function list(): number {
  const wide = Math.max(...Object.keys(proofs).map((each) => each.length));
  console.log('npm run prove -- NAME [flags]\n');
  for (const [each, { minutes, proves }] of Object.entries(proofs)) {
    console.log(`${each.padEnd(wide)}  ${`${minutes}`.padStart(3)} min  ${proves}`);
  }
  return 0;
}

function install({ packages }: Proof): void {
  const isForbidden = process.argv.includes('--no-install');
  const command = ['infra/local/setup.mjs', `${packages}`, ...(isForbidden ? ['--no-install'] : [])];
  if (packages) spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
}

/** @returns the number of findings; undefined where the flags are wrong */
async function runModule(proof: string): Promise<number | undefined> {
  const { flags: defaults, prove }: ProofModule = await import(`./${proof}/main.ts`);
  let flags: Flags;
  try {
    flags = parseFlags(defaults, words);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${await describeProof(proof)}`);
    return undefined;
  }
  console.log(`npm run prove -- ${[proof, ...Object.entries(flags).flatMap(wordsOf)].join(' ')}`);
  try {
    return await report(prove(flags), console.log);
  } catch (error) {
    const { code, path: program } = error as NodeJS.ErrnoException;
    console.error(code === 'ENOENT' && program ? `Nothing can be tried without ${program}.` : error);
    return 1;
  }
}

/** @returns 1 where a test fails */
async function runTests(tests: string): Promise<number> {
  const command = ['run', '--config', 'test/vitest.config.ts', '--project', 'proofs', tests, ...words];
  const [status] = await once(spawn('vitest', command, { cwd: root, stdio: 'inherit' }), 'exit');
  return status === 0 ? 0 : 1;
}

function wordsOf([flag, value]: [string, Flags[string]]): string[] {
  if (value === '' || value === false) return [];
  return value === true ? [`--${flag}`] : [`--${flag}`, `${value}`];
}
