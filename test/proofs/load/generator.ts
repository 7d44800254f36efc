import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** One request, and what its answer has to be. */
export interface Planned {
  /** What it is counted under. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** @throws Error when a body of 200 is not what it should be */
  readonly read?: (body: string) => void;
}

/** What became of one request. */
export interface Outcome {
  readonly name: string;
  /** When it should have been sent, since the first moment. */
  readonly dueMs: number;
  /** From when it should have been sent to the end of its answer, whatever that was. */
  readonly latencyMs: number;
  /** By how much it was sent too late: the generator's own fault, which counts as the server's. */
  readonly lateMs: number;
  /** What was wrong with the answer; undefined for a good one. */
  readonly fault?: string;
}

/**
 * Sends requests at times that were fixed before, whether or not the ones before have been answered: people do not wait
 * for each other. A latency counts from the time that was fixed, so a server that stalls for a second is charged with
 * what everybody who came in that second has waited.
 *
 * autocannon's `overallRate` shares a rate among connections of which each waits for its answer, and puts the
 * requests that were not sent into the figures afterwards, by guessing; it knows no latency by kind of request either.
 *
 * @param options.url without a slash at the end
 * @param options.timesMs when each request is due, from now on, in rising order
 * @param options.next makes a request at the moment at which it is sent
 * @param options.patienceMs who has no whole answer by then has an error
 * @returns in the order in which they ended
 */
export async function generate(options: {
  url: string;
  timesMs: readonly number[];
  next: () => Planned;
  patienceMs: number;
}): Promise<Outcome[]> {
  const { timesMs, next } = options;
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const outcomes: Outcome[] = [];
  const open = new Set<Promise<void>>();

  const begin = (dueMs: number) => {
    const planned = next();
    const dueAt = startedAt + dueMs;
    const lateMs = performance.now() - dueAt;
    const ended = send(agent, options, planned).then((fault) => {
      const latencyMs = performance.now() - dueAt;
      outcomes.push({ name: planned.name, dueMs, latencyMs, lateMs, ...(fault && { fault }) });
      open.delete(ended);
    });
    open.add(ended);
  };
  for (const dueMs of timesMs) {
    const earlyMs = startedAt + dueMs - performance.now();
    // A timer that is too early would send too early: it may be a millisecond late instead.
    if (earlyMs > 0) await new Promise((due) => setTimeout(due, Math.ceil(earlyMs)));
    begin(dueMs);
  }
  await Promise.all(open);
  agent.destroy();
  return outcomes;
}

/**
 * Times of people who know nothing of each other: so many in all, each at any moment.
 *
 * @param chance gives numbers from 0 to 1
 */
export function arrivals(ratePerSecond: number, seconds: number, chance: () => number): number[] {
  const times = Array.from({ length: Math.round(ratePerSecond * seconds) }, () => chance() * seconds * 1_000);
  return times.sort((one, other) => one - other);
}

/** @returns what was wrong with it; undefined for a good answer */
function send(
  agent: Agent,
  { url, patienceMs }: { url: string; patienceMs: number },
  { method, path, headers, body = '', read }: Planned,
): Promise<string | undefined> {
  return new Promise((settle) => {
    const signal = AbortSignal.timeout(patienceMs);
    const fail = (error: Error) => settle(signal.aborted ? 'no answer in time' : nameOf(error));
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url + path, { agent, method, headers: { ...headers, ...length }, signal });
    sent.on('error', fail);
    sent.on('response', (answer) => {
      receive(answer, read).then(settle, fail);
    });
    sent.end(body);
  });
}

async function receive(answer: IncomingMessage, read: Planned['read']): Promise<string | undefined> {
  const body = await text(answer);
  if (answer.statusCode !== 200) return `${answer.statusCode} ${codeOf(body)}`.trim();
  try {
    read?.(body);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The product's word for what went wrong. */
function codeOf(body: string): string {
  return /"code":"(\w+)"/.exec(body)?.[1] ?? '';
}

function nameOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.name;
}
