import { randomBytes } from 'node:crypto';
import { measureWork, type ProcessGroup, startGroup } from './process-group.ts';

/**
 * A chain of programs that starts on demand, serves many requests, and exits after `idleMs`. After a crash, requests
 * are retried one by one, so only the bad one fails.
 */
export class Pipeline {
  private readonly script: string;
  private readonly options: PipelineOptions;
  private readonly waiting: Request[] = [];
  private inFlight: Request[] = [];
  private group: ProcessGroup | undefined;
  private hasAnswered = false;
  private isStopped = false;
  private watchdog: NodeJS.Timeout | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(script: string, options: PipelineOptions) {
    this.script = script;
    this.options = options;
  }

  /** Blocks are pipelined. @throws EngineTimedOut, EngineFailed, EngineStopped, the signal's reason */
  ask(block: string, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.isStopped) throw new EngineStopped();
      const settle = (outcome: string | Error) => {
        signal?.removeEventListener('abort', abort);
        if (typeof outcome === 'string') resolve(outcome);
        else reject(outcome);
      };
      const request: Request = { block, nonce: `[${randomBytes(9).toString('hex')}]`, failures: 0, settle };
      // A block that was sent cannot be withdrawn; its reply is ignored.
      const abort = () => {
        const index = this.waiting.indexOf(request);
        if (index >= 0) this.waiting.splice(index, 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.waiting.push(request);
      this.send();
    });
  }

  /** Starts the programs, if they do not run. */
  wake(): void {
    if (!this.group) this.ask('').catch(() => {});
  }

  /** Rejects all requests; settles when the processes have ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.idle);
    clearTimeout(this.watchdog);
    const requests = [...this.inFlight.splice(0), ...this.waiting.splice(0)];
    for (const request of requests) request.settle(new EngineStopped());
    const last = this.group;
    this.group = undefined;
    last?.kill();
    await last?.ended.catch(() => {});
  }

  private send(): void {
    clearTimeout(this.idle);
    for (let request = this.waiting[0]; request && this.hasRoomFor(request); request = this.waiting[0]) {
      this.waiting.shift();
      this.group ??= this.start();
      this.inFlight.push(request);
      if (this.inFlight.length === 1) this.watch();
      this.group.stdin.write(`${request.block}${request.nonce}\0`);
    }
    if (this.inFlight.length > 0) return;
    this.idle = setTimeout(() => this.group?.kill(), this.options.idleMs).unref();
  }

  /** A retried request runs alone. */
  private hasRoomFor(next: Request): boolean {
    const [head] = this.inFlight;
    if (!head) return true;
    return this.inFlight.length < maxInFlight && next.failures === 0 && head.failures === 0;
  }

  private start(): ProcessGroup {
    const started = startGroup('sh', ['-c', this.script], environment);
    this.hasAnswered = false;
    const receive = (block: string) => {
      if (started === this.group) this.receive(started, block);
    };
    readBlocks(started, receive, () => this.fail(started, 'output too long'));
    const onExit = () => this.fail(started, 'it exited');
    started.ended.then(onExit, onExit);
    this.watchStart(started);
    return started;
  }

  /** A start may be slow, but not stall. */
  private watchStart(started: ProcessGroup): void {
    const { stallMs = 2_000 } = this.options;
    let before = measureWork(started);
    const timer = setInterval(() => {
      if (started !== this.group || this.hasAnswered) return clearInterval(timer);
      const now = measureWork(started);
      if (now !== undefined && now === before) this.fail(started, 'stalled');
      before = now;
    }, stallMs).unref();
  }

  private receive(group: ProcessGroup, block: string): void {
    const [request, ...rest] = this.inFlight;
    if (!request || !block.endsWith(request.nonce)) {
      this.fail(group, 'unexpected reply');
      return;
    }
    this.hasAnswered = true;
    this.inFlight = rest;
    this.watch();
    request.settle(block.slice(0, -request.nonce.length));
    this.send();
  }

  private watch(): void {
    clearTimeout(this.watchdog);
    if (this.inFlight.length === 0) return;
    const { timeoutMs, startMs = 60_000 } = this.options;
    const limitMs = this.hasAnswered ? timeoutMs : timeoutMs + startMs;
    this.watchdog = setTimeout(() => this.group && this.fail(this.group, 'timed out', limitMs), limitMs);
  }

  private fail(broken: ProcessGroup, cause: string, limitMs?: number): void {
    broken.kill();
    if (broken !== this.group) return;
    this.group = undefined;
    clearTimeout(this.watchdog);
    const [head, ...others] = this.inFlight;
    this.inFlight = [];
    if (!head) return;
    if (limitMs !== undefined) head.settle(new EngineTimedOut(`Apertium did not reply within ${limitMs} ms`));
    const rest = limitMs === undefined ? [head, ...others] : others;
    for (const request of rest) request.failures += 1;
    for (const request of rest.filter(({ failures }) => failures > 1))
      request.settle(new EngineFailed(`Apertium failed twice (${cause})`));
    this.waiting.unshift(...rest.filter(({ failures }) => failures === 1));
    this.send();
  }
}

export class EngineTimedOut extends Error {
  override readonly name = 'EngineTimedOut';
}

export class EngineFailed extends Error {
  override readonly name = 'EngineFailed';
}

export class EngineStopped extends Error {
  override readonly name = 'EngineStopped';
  override readonly message = 'Apertium was stopped';
}

/** Keeps every program busy, while aborted requests can still be dropped unsent. */
const maxInFlight = 32;

/** Far more than the translation of 5,000 characters. */
const maxReplyBytes = 1024 * 1024;

const environment = {
  LC_ALL: 'C.UTF-8',
  // Saves 7% of the programs' time, which is mostly small allocations.
  GLIBC_TUNABLES: [
    'glibc.malloc.tcache_count=2000',
    'glibc.malloc.trim_threshold=1000000000',
    'glibc.malloc.top_pad=16777216',
    'glibc.malloc.hugetlb=1',
  ].join(':'),
};

function readBlocks(group: ProcessGroup, receive: (block: string) => void, onOverflow: () => void) {
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
    if (bytes > maxReplyBytes) onOverflow();
  });
}

interface PipelineOptions {
  readonly idleMs: number;
  readonly timeoutMs: number;
  /** Extra for the first reply: dictionaries of up to 600 MB are loaded. A busy machine may take longer than callers wait. */
  readonly startMs?: number;
  /** A start that does no work for this long is repeated. */
  readonly stallMs?: number;
}

interface Request {
  readonly block: string;
  /** Follows the block as an Apertium blank, and identifies the reply. */
  readonly nonce: string;
  failures: number;
  settle(outcome: string | Error): void;
}

/** An Apertium mode as a script that flushes at each NUL. If one program exits, all do, or the rest would hang. */
export function writePipelineScript(mode: string): string {
  return mode
    .split('|')
    .map((stage) => `{ ${writeStageCommand(stage)}; kill -9 0; }`)
    .join(' | ');
}

/** In mode files, `$1` is the option for unknown words and `$2` the one for debugging. */
function writeStageCommand(stage: string): string {
  const [program = '', ...rest] = [...stage.matchAll(/'([^']*)'|(\S+)/g)].map((word) => word[1] ?? word[2]);
  const options = rest.filter((word) => word !== '$2').map((word) => (word === '$1' ? '-n' : word));
  return [program, ...(flushesAlways.has(program) ? [] : ['-z']), ...options]
    .map((word) => `'${word}'`)
    .join(' ');
}

/** These always flush, and reject `-z`. */
const flushesAlways = new Set(['vislcg3', 'cg-mwesplit', 'hfst-tokenise']);
