import { expect, test } from 'vitest';
import { type Host, NeuralClient } from '../../../../shared/neural/client.ts';
import type { Answer, Question } from '../../../../shared/neural/worker.ts';

const thanks = { route: ['en-pt'], text: 'Thanks' };

test('the worker starts with the first question, ends after 60 s without one, and starts again', async () => {
  const host = createHost();
  const client = new NeuralClient(host);
  expect(host.workers).toHaveLength(0);
  const first = client.ask(thanks).answer;
  host.answer({ text: 'Obrigado' });
  expect(await first).toBe('Obrigado');
  host.pass(59_999);
  expect(host.workers).toMatchObject([{ isEnded: false }]);
  host.pass(1);
  expect(host.workers).toMatchObject([{ isEnded: true }]);
  client.ask(thanks);
  expect(host.workers).toHaveLength(2);
});

test('each question starts the 60 s again', async () => {
  const host = createHost();
  const client = new NeuralClient(host);
  for (const wait of [40_000, 40_000]) {
    client.ask(thanks);
    host.answer({ text: 'Obrigado' });
    host.pass(wait);
  }
  expect(host.workers).toMatchObject([{ isEnded: false }]);
});

test('a worker that dies is replaced once, and the question asked again', async () => {
  const host = createHost();
  const { answer } = new NeuralClient(host).ask(thanks);
  host.workers[0]?.onEnd('it exited');
  host.answer({ text: 'Obrigado' });
  expect(await answer).toBe('Obrigado');
  expect(host.workers).toHaveLength(2);
});

test('the answer and the exit of an ended worker are ignored', async () => {
  const host = createHost();
  const { answer } = new NeuralClient(host).ask(thanks);
  const [first] = host.workers;
  first?.onAnswer({ id: 1, failure: 'trap' });
  first?.onAnswer({ id: 1, text: 'of a trapped engine' });
  first?.onEnd('it exited');
  host.answer({ text: 'Obrigado' });
  expect(await answer).toBe('Obrigado');
});

test('a question that takes too long is given up, and the next one asked in a fresh worker', async () => {
  const host = createHost();
  const client = new NeuralClient(host);
  const late = client.ask(thanks).answer;
  const next = client.ask(thanks).answer;
  host.pass(20_000);
  await expect(late).rejects.toThrow('The neural engine did not reply within 20000 ms');
  expect(host.workers).toMatchObject([{ isEnded: true }, { isEnded: false }]);
  host.answer({ text: 'Obrigado' });
  expect(await next).toBe('Obrigado');
});

test('a cancelled question never reaches the worker', async () => {
  const host = createHost();
  const client = new NeuralClient(host);
  const first = client.ask(thanks);
  const second = client.ask({ ...thanks, text: 'Left' });
  second.cancel(new Error('gone'));
  await expect(second.answer).rejects.toThrow('gone');
  host.answer({ text: 'Obrigado' });
  await first.answer;
  expect(host.workers[0]?.asked.map(({ text }) => text)).toEqual(['Thanks']);
});

test('a cancelled question that breaks the worker is not asked again', async () => {
  const host = createHost();
  const client = new NeuralClient(host);
  const first = client.ask({ ...thanks, text: 'Left' });
  const second = client.ask(thanks);
  first.cancel(new Error('gone'));
  await expect(first.answer).rejects.toThrow('gone');
  host.workers[0]?.onEnd('it exited');
  expect(host.workers.map(({ asked }) => asked.map(({ text }) => text))).toEqual([['Left'], ['Thanks']]);
  host.answer({ text: 'Obrigado' });
  expect(await second.answer).toBe('Obrigado');
});

/** Time passes by `pass`. */
function createHost() {
  const workers: FakeWorker[] = [];
  const timers = new Set<{ at: number; callback(): void }>();
  let now = 0;
  return {
    workers,
    start(onAnswer, onEnd) {
      const worker: FakeWorker = { asked: [], isEnded: false, onAnswer, onEnd };
      workers.push(worker);
      return {
        post: (question) => void worker.asked.push(question),
        end: () => {
          worker.isEnded = true;
        },
      };
    },
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    /** By the latest worker, of its latest question. */
    answer(given: { text: string }) {
      const worker = workers.at(-1);
      worker?.onAnswer({ id: worker.asked.at(-1)?.id ?? 0, ...given });
    },
    pass(ms: number) {
      now += ms;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer);
        timer.callback();
      }
    },
  } satisfies Host & Record<string, unknown>;
}

interface FakeWorker {
  readonly asked: Question[];
  isEnded: boolean;
  onAnswer(answer: Answer): void;
  onEnd(cause: string): void;
}
