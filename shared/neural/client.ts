import { defer } from './deferred.ts';
import type { Answer, Question } from './worker.ts';

/** Where the worker runs: a thread of Node, or a worker of the browser. */
export interface Host {
  /** @param onEnd the worker ended by itself */
  start(onAnswer: (answer: Answer) => void, onEnd: (cause: string) => void): WorkerHandle;
  /** @returns a function that cancels */
  after(ms: number, callback: () => void): () => void;
}

export interface WorkerHandle {
  post(question: Question): void;
  end(): void;
}

/**
 * The page's or the server's side of the worker. The worker starts on demand and ends when it is idle, which gives its
 * memory back. A question that breaks it is asked once more in a fresh one.
 */
export class NeuralClient {
  private readonly host: Host;
  private readonly options: ClientOptions;
  private readonly waiting: Job[] = [];
  private current: Job | undefined;
  private worker: WorkerHandle | undefined;
  private cancelTimer = () => {};
  private lastId = 0;
  private isStopped = false;

  constructor(host: Host, options: ClientOptions = {}) {
    this.host = host;
    this.options = options;
  }

  /** The answer rejects with NeuralTimedOut, NeuralFailed, NeuralStopped, or the reason of `cancel`. */
  ask(asked: Omit<Question, 'id'>): { answer: Promise<string>; cancel(reason: unknown): void } {
    const { promise, resolve, reject } = defer<string>();
    const job: Job = { question: { ...asked, id: ++this.lastId }, mayRetry: true, resolve, reject };
    if (this.isStopped) reject(new NeuralStopped());
    else this.waiting.push(job);
    this.proceed();
    const cancel = (reason: unknown) => {
      const index = this.waiting.indexOf(job);
      if (index >= 0) this.waiting.splice(index, 1);
      // The worker cannot be interrupted; its answer is ignored.
      job.mayRetry = false;
      reject(reason);
    };
    return { answer: promise, cancel };
  }

  stop(): void {
    this.isStopped = true;
    this.endWorker();
    for (const job of [this.finish(), ...this.waiting.splice(0)]) job?.reject(new NeuralStopped());
  }

  private proceed(): void {
    if (this.current) return;
    this.cancelTimer();
    this.current = this.waiting.shift();
    if (!this.current) {
      const { idleMs = 60_000 } = this.options;
      if (this.worker) this.cancelTimer = this.host.after(idleMs, () => this.endWorker());
      return;
    }
    this.worker ??= this.startWorker();
    const { timeoutMs = 20_000 } = this.options;
    this.cancelTimer = this.host.after(timeoutMs, () => {
      this.endWorker();
      this.finish()?.reject(new NeuralTimedOut(`The neural engine did not reply within ${timeoutMs} ms`));
      this.proceed();
    });
    this.worker.post(this.current.question);
  }

  private startWorker(): WorkerHandle {
    const started: WorkerHandle = this.host.start(
      (answer) => {
        if (started !== this.worker) return;
        if ('failure' in answer) return this.fail(answer.failure);
        this.finish()?.resolve(answer.text);
        this.proceed();
      },
      (cause) => {
        if (started === this.worker) this.fail(cause);
      },
    );
    return started;
  }

  private fail(cause: string): void {
    this.endWorker();
    const job = this.finish();
    if (job?.mayRetry) {
      job.mayRetry = false;
      this.waiting.unshift(job);
    } else job?.reject(new NeuralFailed(`The neural engine failed twice (${cause})`));
    this.proceed();
  }

  private finish(): Job | undefined {
    this.cancelTimer();
    const job = this.current;
    this.current = undefined;
    return job;
  }

  private endWorker(): void {
    this.worker?.end();
    this.worker = undefined;
  }
}

interface ClientOptions {
  readonly idleMs?: number;
  readonly timeoutMs?: number;
}

export class NeuralTimedOut extends Error {
  override readonly name = 'NeuralTimedOut';
}

class NeuralFailed extends Error {
  override readonly name = 'NeuralFailed';
}

export class NeuralStopped extends Error {
  override readonly name = 'NeuralStopped';
  override readonly message = 'The neural engine was stopped';
}

interface Job {
  readonly question: Question;
  mayRetry: boolean;
  resolve(text: string): void;
  reject(reason: unknown): void;
}
