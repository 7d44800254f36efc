import { fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { chanceFrom } from '../../support/chance.ts';
import { processesOf, processMark, signalProcesses } from '../../support/parley/processes.ts';
import { root, startParley } from '../../support/parley/system.ts';
import { visitPremium } from '../../support/people/premium.ts';
import { signUp, visit } from '../../support/people/session.ts';
import { canary, findCanary } from './canary.ts';
import { requests, type Senders } from './requests.ts';

/** Everything that Powertools can be asked to log. */
export const debugging = {
  POWERTOOLS_DEV: 'true',
  POWERTOOLS_LOG_LEVEL: 'DEBUG',
  POWERTOOLS_LOGGER_LOG_EVENT: 'true',
  POWERTOOLS_LOGGER_SAMPLE_RATE: '1',
};

/**
 * Sends canaries to a Parley whose engines are killed now and then, and looks for them in its log lines and
 * metrics.
 *
 * @param options.hangs how many requests meet a stopped engine; each takes a provider's time limit
 */
export async function sendCanaries(options: {
  requests: number;
  seed: number;
  hangs: number;
  flags?: string[];
  env?: Record<string, string>;
}) {
  const { env, mark } = processMark();
  const { flags = [] } = options;
  const parley = await startParley({
    flags: ['--data', 'memory', ...flags],
    env: { ...env, ...options.env },
  });
  const statuses: Record<string, number> = {};
  try {
    const free = visit(parley.url);
    await signUp(free, {
      email: `${canary(0)}@${canary(0)}.example`,
      password: `Correct-horse-7-${canary(0)}`,
      firstName: canary(0),
      lastName: canary(0),
    });
    const premium = await visitPremium(parley.url, parley.dynamodb);
    const senders: Senders = { guest: () => visit(parley.url), free, premium };
    const send = async (name: string, number: number) => {
      const { status } = await (requests[name] as (typeof requests)[string])(senders, canary(number));
      statuses[status] = (statuses[status] ?? 0) + 1;
    };
    const chance = chanceFrom(options.seed);
    const names = Object.keys(requests);
    const queue = Array.from({ length: options.requests }, (_, number) => number).values();
    const worker = async () => {
      for (const number of queue) {
        if (chance() < 0.05) signalProcesses(mark, 'lt-proc', 'SIGKILL');
        // Each once, then by chance.
        await send(names[number] ?? names[Math.floor(chance() * names.length)] ?? '', number);
      }
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    for (let hang = 0; hang < options.hangs; hang++) {
      await send('a text', options.requests + hang);
      signalProcesses(mark, 'lt-proc', 'SIGSTOP');
      await send('a text', options.requests + hang);
    }
  } finally {
    await parley.stop();
  }
  const left = processesOf(mark).map(({ name }) => name);
  const metrics = parley.lines.filter((line) => line.includes('CloudWatchMetrics')).length;
  return { statuses, metrics, left, ...search(parley.lines) };
}

/**
 * The same for functions whose providers and database fail and quote their input, in a process of their own.
 */
export async function sendCanariesIntoTrouble(options: {
  requests: number;
  seed: number;
  env?: Record<string, string>;
}) {
  const child = fork('test/proofs/canaries/troubled.ts', [String(options.requests), String(options.seed)], {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const statuses: Record<string, number> = {};
  child.on('message', (status: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const streams = [child.stdout, child.stderr] as Readable[];
  const [output = '', errors = ''] = await Promise.all(streams.map((stream) => text(stream)));
  if ((await ended) !== 0) throw new Error(`The functions ended badly:\n${errors}`);
  return { statuses, ...search([...output.split('\n'), ...errors.split('\n')]) };
}

function search(lines: readonly string[]) {
  const finds = lines.flatMap((line) => {
    const form = findCanary(line);
    return form ? [{ form, line: line.slice(0, 400) }] : [];
  });
  return { lines: lines.filter((line) => line !== '').length, finds };
}
