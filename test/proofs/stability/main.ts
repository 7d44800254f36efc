import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { root } from '../../support/parley/system.ts';

/**
 * `npm run prove -- stability [--idle 9] [--busy 10] [--pinned 1] [--shuffled 1]`: `npm test` again and again on a
 * machine at rest, beside a busy loop, on one core, and with files and tests in a random order. Each run has to pass
 * within its bar.
 */
const { values } = parseArgs({
  options: {
    idle: { type: 'string', default: '8' },
    busy: { type: 'string', default: '10' },
    pinned: { type: 'string', default: '1' },
    shuffled: { type: 'string', default: '1' },
  },
});

const conditions = {
  idle: { runs: Number(values.idle), barMinutes: 5, command: ['npm', 'test'] },
  busy: { runs: Number(values.busy), barMinutes: 8, command: ['npm', 'test'] },
  // One core is half of the machine: no bar was set for it.
  pinned: {
    runs: Number(values.pinned),
    barMinutes: Number.POSITIVE_INFINITY,
    command: ['taskset', '-c', '0', 'npm', 'test'],
  },
  shuffled: {
    runs: Number(values.shuffled),
    barMinutes: 5,
    command: ['npm', 'test', '--', '--sequence.shuffle', `--sequence.seed=${Date.now() % 100_000}`],
  },
};

let failures = 0;
const rows: Row[] = [];
for (const [condition, { runs, barMinutes, command }] of Object.entries(conditions)) {
  for (let run = 1; run <= runs; run += 1) {
    const row = await runOnce(condition, command);
    const hasFailed = !/^\d+ passed, 0 failed$/.test(row.result) || row.minutes > barMinutes;
    if (hasFailed) failures += 1;
    rows.push(row);
    console.log(`${condition} ${run} of ${runs}: ${row.minutes.toFixed(2)} min, ${row.result}`);
  }
}
console.table(rows.map(({ minutes, ...row }) => ({ ...row, minutes: Number(minutes.toFixed(2)) })));
console.log(`${rows.length - failures} of ${rows.length} runs were green and within their bar.`);
process.exit(failures > 0 ? 1 : 0);

async function runOnce(condition: string, [name = '', ...words]: string[]): Promise<Row> {
  const loop = condition === 'busy' ? startBusyLoop() : undefined;
  const startedAt = performance.now();
  try {
    const child = spawn(name, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const lines = output.split('\n');
    for (const line of lines) if (/FAIL|AssertionError/.test(line)) console.log(line);
    const result = lines.filter((line) => /^\d+ passed, \d+ failed/.test(line)).at(-1) ?? 'no total line';
    return { condition, minutes: (performance.now() - startedAt) / 60_000, result };
  } finally {
    loop?.kill('SIGKILL');
  }
}

/** A session of its own (`setsid`), or Linux would share one core between the loop and the tests' whole session. */
function startBusyLoop(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' });
}

interface Row {
  readonly condition: string;
  readonly minutes: number;
  readonly result: string;
}
