import path from 'node:path';
import { readFlags } from './flags.ts';
import type { Parley } from './system.ts';

const root = path.resolve(import.meta.dirname, '../..');

let parley: Parley | undefined;
let isStopping = false;

const flags = parseFlagsOrExit();

// Imported after the flags are checked, so wrong flags fail fast.
const { explainFailure } = await import('./failures.ts');
const { startParley } = await import('./system.ts');

process.on('uncaughtException', (error) => {
  console.error(explainFailure(error, flags.port));
  process.exit(1);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
if (process.connected) process.on('disconnect', () => void stop());

try {
  parley = await startParley({ ...flags, root, log: (line) => console.log(line) });
  if (isStopping) {
    await parley.stop();
  } else {
    const { login, dynamodb, stripe, operator } = parley;
    process.send?.({ login, dynamodb, stripe });
    console.log(`Parley is ready at ${parley.url}`);
    console.log(`Log in as ${operator.email} with the password ${operator.password}`);
    // Tests run at the machine's pace, and start many.
    if (flags.pace === 'speech') void parley.warmUp?.();
  }
} catch (error) {
  console.error(explainFailure(error, flags.port));
  process.exit(1);
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  try {
    await parley?.stop();
    process.exit(0);
  } catch (error) {
    console.error(explainFailure(error, flags.port));
    process.exit(1);
  }
}

function parseFlagsOrExit() {
  try {
    return readFlags(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message} \`npm start -- --help\` lists the flags.`);
    process.exit(2);
  }
}
