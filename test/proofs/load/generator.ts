import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Planned {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** @throws Error for a wrong body of a 200 */
  readonly read?: (body: string) => void;
}

export interface Outcome {
  readonly name: string;
  /** Since the start. */
  readonly dueMs: number;
  /** From when it was due to the end of its answer. */
  readonly latencyMs: number;
  /** How late the generator sent it, which counts as latency. */
  readonly lateMs: number;
  readonly fault?: string;
}

/**
 * Sends requests at fixed times, without waiting for earlier answers. Latency counts from the fixed time, so
 * that a stall counts for everybody who came in it. (autocannon's `overallRate` waits for answers and corrects
 * by guessing.)
 *
 * @param options.timesMs from now on, in rising order
 * @param options.timeoutMs no whole answer by then is an error
 */
export async function generate(options: {
  url: string;
  timesMs: readonly number[];
  next: () => Planned;
  timeoutMs: number;
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
    // A timer may fire early, and a request must not.
    if (earlyMs > 0) await new Promise((due) => setTimeout(due, Math.ceil(earlyMs)));
    begin(dueMs);
  }
  await Promise.all(open);
  agent.destroy();
  return outcomes;
}

/** Independent arrivals: a fixed number, each at a random moment. */
export function arrivals(ratePerSecond: number, seconds: number, chance: () => number): number[] {
  const times = Array.from({ length: Math.round(ratePerSecond * seconds) }, () => chance() * seconds * 1_000);
  return times.sort((one, other) => one - other);
}

/** @returns what was wrong */
function send(
  agent: Agent,
  { url, timeoutMs }: { url: string; timeoutMs: number },
  { method, path, headers, body = '', read }: Planned,
): Promise<string | undefined> {
  return new Promise((settle) => {
    const signal = AbortSignal.timeout(timeoutMs);
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

function codeOf(body: string): string {
  return /"code":"(\w+)"/.exec(body)?.[1] ?? '';
}

function nameOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.name;
}
