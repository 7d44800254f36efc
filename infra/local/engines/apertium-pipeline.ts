import { randomBytes } from 'node:crypto';
import { type ProcessGroup, startGroup } from './process-group.ts';

/** One chain of programs that is kept alive between requests. */
export interface Pipeline {
  /**
   * Sends one block of Apertium's stream format and gives back what comes out at the other end. Blocks are
   * written without waiting for earlier replies, so the programs of the chain work at the same time.
   *
   * @throws EngineTimedOut, EngineFailed, EngineStopped, the signal's reason
   */
  ask(block: string, signal?: AbortSignal): Promise<string>;
  /** Ends the processes and every request; settles when the processes have ended. */
  stop(): Promise<void>;
}

/**
 * Starts the chain at the first request, ends it after `idleMs` without one, and kills it when it gives no
 * reply for `timeoutMs`. A request whose chain broke before its reply is sent once more, alone, so that a text
 * that breaks the chain fails by itself.
 */
export function createPipeline(script: string, options: PipelineOptions): Pipeline {
  const { idleMs, timeoutMs, startMs = 10_000 } = options;
  const waiting: Request[] = [];
  let inFlight: Request[] = [];
  let group: ProcessGroup | undefined;
  let answered = false;
  let stopped = false;
  let watchdog: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  function ask(block: string, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (stopped) throw new EngineStopped();
      const request: Request = { block, nonce: `[${randomBytes(9).toString('hex')}]`, failures: 0, settle };
      function settle(outcome: string | Error) {
        signal?.removeEventListener('abort', leave);
        if (typeof outcome === 'string') resolve(outcome);
        else reject(outcome);
      }
      // What is already in the chain cannot be called back: its reply is read and dropped.
      function leave() {
        const place = waiting.indexOf(request);
        if (place >= 0) waiting.splice(place, 1);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(request);
      send();
    });
  }

  function send() {
    clearTimeout(idle);
    for (let request = waiting[0]; request && hasRoomFor(request, inFlight); request = waiting[0]) {
      waiting.shift();
      group ??= start();
      inFlight.push(request);
      if (inFlight.length === 1) watch();
      group.stdin.write(`${request.block}${request.nonce}\0`);
    }
    if (inFlight.length === 0) idle = setTimeout(() => group?.kill(), idleMs).unref();
  }

  function start(): ProcessGroup {
    const started = startGroup('sh', ['-c', script], environment);
    answered = false;
    readBlocks(
      started,
      (block) => started === group && receive(block),
      () => fail(started, 'too much'),
    );
    const ended = () => fail(started, 'ended');
    started.ended.then(ended, ended);
    return started;
  }

  function receive(block: string) {
    const [request, ...rest] = inFlight;
    if (!group) return;
    if (!request || !block.endsWith(request.nonce)) return fail(group, 'another reply');
    answered = true;
    inFlight = rest;
    watch();
    request.settle(block.slice(0, -request.nonce.length));
    send();
  }

  function watch() {
    clearTimeout(watchdog);
    if (inFlight.length === 0) return;
    const limitMs = answered ? timeoutMs : timeoutMs + startMs;
    watchdog = setTimeout(() => group && fail(group, 'timed out', limitMs), limitMs);
  }

  function fail(broken: ProcessGroup, how: string, limitMs?: number) {
    broken.kill();
    if (broken !== group) return;
    group = undefined;
    clearTimeout(watchdog);
    const [head, ...others] = inFlight;
    inFlight = [];
    if (!head) return;
    if (limitMs !== undefined) head.settle(new EngineTimedOut(limitMs));
    const again = limitMs === undefined ? [head, ...others] : others;
    for (const request of again) request.failures += 1;
    for (const request of again.filter(({ failures }) => failures > 1)) request.settle(new EngineFailed(how));
    waiting.unshift(...again.filter(({ failures }) => failures === 1));
    send();
  }

  async function stop() {
    stopped = true;
    clearTimeout(idle);
    clearTimeout(watchdog);
    for (const request of [...inFlight.splice(0), ...waiting.splice(0)]) request.settle(new EngineStopped());
    const last = group;
    group = undefined;
    last?.kill();
    await last?.ended.catch(() => {});
  }

  return { ask, stop };
}

export class EngineTimedOut extends Error {
  override readonly name = 'EngineTimedOut';
  constructor(limitMs: number) {
    super(`Apertium gave no reply within ${limitMs} ms`);
  }
}

export class EngineFailed extends Error {
  override readonly name = 'EngineFailed';
  constructor(how: string) {
    super(`Apertium broke twice (${how})`);
  }
}

export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
  constructor() {
    super('Apertium was stopped');
  }
}

/** Enough for every program of a chain to have work; few enough that leaving callers are dropped unsent. */
const maxInFlight = 32;

/** No block is longer than this: 5,000 characters in, and a language that needs a lot more for them. */
const maxReplyBytes = 1024 * 1024;

const environment = {
  LC_ALL: 'C.UTF-8',
  // The programs allocate and free many small things: keeping those, on large pages, saves 7 % of their time.
  GLIBC_TUNABLES: [
    'glibc.malloc.tcache_count=2000',
    'glibc.malloc.trim_threshold=1000000000',
    'glibc.malloc.top_pad=16777216',
    'glibc.malloc.hugetlb=1',
  ].join(':'),
};

function hasRoomFor(next: Request, inFlight: readonly Request[]): boolean {
  const [head] = inFlight;
  if (!head) return true;
  return inFlight.length < maxInFlight && next.failures === 0 && head.failures === 0;
}

function readBlocks(group: ProcessGroup, receive: (block: string) => void, tooMuch: () => void) {
  let parts: Buffer[] = [];
  let bytes = 0;
  group.stdout.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      parts.push(chunk.subarray(start, end));
      receive(Buffer.concat(parts).toString('utf8'));
      parts = [];
      bytes = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > maxReplyBytes) tooMuch();
  });
}

interface PipelineOptions {
  readonly idleMs: number;
  readonly timeoutMs: number;
  /** On top, for the first reply: the dictionaries have to be loaded, up to 600 MB of them. */
  readonly startMs?: number;
}

interface Request {
  readonly block: string;
  /** A blank that comes out behind the request's own words; also what makes the chain flush. */
  readonly nonce: string;
  failures: number;
  settle(outcome: string | Error): void;
}
