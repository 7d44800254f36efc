import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ProofRecord, readCheckout, recordFile } from '../../infra/aws/commands/proof-record.ts';
import { secondsSince } from './proof.ts';
import { proofs } from './proofs.ts';

/** `npm run test:all`: `npm test`, then every proof, one after the other, and what came of it for `npm run deploy`. */
const root = path.resolve(import.meta.dirname, '../..');
const { commit, isClean } = readCheckout();
const common = process.argv.includes('--no-install') ? ['--no-install'] : [];
let running: ChildProcess | undefined;
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    running?.kill(signal);
    process.exit(1);
  });
}

const results: string[] = [];
const run = async (name: string, words: readonly string[]) => {
  console.log(`\n— ${name}`);
  const startedAt = performance.now();
  running = spawn(process.execPath, [...words, ...common], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const [status] = await once(running, 'exit');
  results.push(`${status === 0 ? 'passed' : 'FAILED'}  ${name}, ${secondsSince(startedAt)} s`);
};
await run('npm test', ['test/main.ts']);
for (const [name, { nightly = [], isOnRequest }] of Object.entries(proofs)) {
  if (isOnRequest) continue;
  await run([name, ...nightly].join(' '), ['test/proofs/main.ts', name, ...nightly]);
}

console.log(`\n${results.join('\n')}`);
const failed = results.filter((result) => result.startsWith('FAILED')).length;
const passed = results.length - failed;
const at = new Date().toISOString();
writeFileSync(recordFile, JSON.stringify({ commit, isClean, passed, failed, at } satisfies ProofRecord));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
