import { chanceFrom } from '../../support/chance.ts';
import { processesOf, processMark, signalProcesses } from '../../support/parley/processes.ts';
import { startParley } from '../../support/parley/system.ts';
import { visitPremium } from '../../support/people/premium.ts';
import { signUp, visit } from '../../support/people/session.ts';
import { canary, findCanary } from './canary.ts';
import { requests, type Senders } from './requests.ts';

/** Makes Powertools log everything it can. */
export const debugging = {
  POWERTOOLS_DEV: 'true',
  POWERTOOLS_LOG_LEVEL: 'DEBUG',
  POWERTOOLS_LOGGER_LOG_EVENT: 'true',
  POWERTOOLS_LOGGER_SAMPLE_RATE: '1',
};

/**
 * Sends canaries to a Parley whose engines are sometimes killed, and searches its output and metrics for them.
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
  let metrics = '';
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
    metrics = await (await fetch(`${parley.url}/metrics`)).text();
  } finally {
    await parley.stop();
  }
  const left = processesOf(mark).map(({ name }) => name);
  return { statuses, metrics, left, ...search([...parley.lines, ...metrics.split('\n')]) };
}

function search(lines: readonly string[]) {
  const finds = lines.flatMap((line) => {
    const form = findCanary(line);
    return form ? [{ form, line: line.slice(0, 400) }] : [];
  });
  return { lines: lines.filter((line) => line !== '').length, finds };
}
