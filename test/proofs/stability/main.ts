import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../support/parley/system.ts';
import type { Part } from '../proof.ts';

/** How often `npm test` runs under each condition. */
export const flags = { idle: 8, busy: 10, pinned: 1, shuffled: 1 };

export async function* prove(runs: typeof flags): AsyncGenerator<Part> {
  for (const [condition, count] of Object.entries(runs)) {
    for (let run = 1; run <= count; run += 1) {
      yield await runOnce(condition as keyof typeof flags, `${condition} ${run} of ${count}`);
    }
  }
}

const conditions = {
  idle: { barMinutes: 5, command: ['npm', 'test'] },
  busy: { barMinutes: 8, command: ['npm', 'test'] },
  // One core is half of the machine; only the result counts.
  pinned: { barMinutes: Number.POSITIVE_INFINITY, command: ['taskset', '-c', '0', 'npm', 'test'] },
  shuffled: {
    barMinutes: 5,
    command: ['npm', 'test', '--', '--sequence.shuffle', `--sequence.seed=${Date.now() % 100_000}`],
  },
};

async function runOnce(condition: keyof typeof flags, name: string): Promise<Part> {
  const { barMinutes, command } = conditions[condition];
  const loop = condition === 'busy' ? startBusyLoop() : undefined;
  const startedAt = performance.now();
  const pauses = watchPauses();
  try {
    const [program = '', ...words] = command;
    const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const minutes = (performance.now() - startedAt) / 60_000;
    const lines = output.split('\n');
    const total = lines.findLast((line) => /^\d+ passed, \d+ failed/.test(line)) ?? 'no total line';
    const failed = total.includes(', 0 failed')
      ? []
      : [total, ...findFailures(), `Its output is in ${saveOutput(name, output)}`];
    const late = minutes > barMinutes ? [`took more than ${barMinutes} minutes`] : [];
    return {
      name,
      figures: {
        minutes: minutes.toFixed(2),
        longestPauseMs: pauses.longestMs(),
        total,
        command: command.join(' '),
      },
      findings: [...failed, ...late],
    };
  } finally {
    pauses.stop();
    loop?.kill('SIGKILL');
  }
}

/** How long the whole machine stood still, as virtual machines may: no timeout survives that. */
function watchPauses() {
  let beatAtMs = Date.now();
  let longestMs = 0;
  const beat = setInterval(() => {
    const nowMs = Date.now();
    longestMs = Math.max(longestMs, nowMs - beatAtMs - beatMs);
    beatAtMs = nowMs;
  }, beatMs);
  return { longestMs: () => longestMs, stop: () => clearInterval(beat) };
}

const beatMs = 250;

function saveOutput(name: string, output: string): string {
  const file = `.build/stability-${name.replaceAll(' ', '-')}.log`;
  writeFileSync(path.join(root, file), output);
  return file;
}

/** From Vitest's report: each failed test with its first message. */
function findFailures(): string[] {
  const report = JSON.parse(readFileSync(path.join(root, '.build/test-report.json'), 'utf8')) as Report;
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0) return message ? [`${file}: ${message}`] : [];
    return tests.map((test) => `${file} > ${test.fullName}: ${test.failureMessages[0] ?? ''}`);
  });
}

/** In another session, or Linux would share one core between the loop and the tests' session. It ends with its parent. */
function startBusyLoop(): ChildProcess {
  const loop = 'const { ppid } = process; while (process.ppid === ppid);';
  return spawn(process.execPath, ['-e', loop], { detached: true, stdio: 'ignore' });
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
