import { Worker } from 'node:worker_threads';
import { type Host, NeuralClient } from '../../../../shared/neural/client.ts';
import { findRoutes } from '../../../../shared/neural/directions.ts';
import { PairMissing } from '../apertium.ts';
import { listModels } from './model-files.ts';

/** Bergamot, the engine of Firefox's translations, in a thread. Models are found when Parley starts. */
export function createNeural({ modelsFolder, workerUrl = engineUrl, idleMs, timeoutMs }: NeuralOptions) {
  const routes = findRoutes(listModels(modelsFolder));
  const host: Host = {
    start: (onAnswer, onEnd) => {
      const worker = new Worker(workerUrl, { workerData: { modelsFolder } });
      worker.on('message', onAnswer);
      worker.on('error', (error) => onEnd(error instanceof Error ? error.message : String(error)));
      worker.on('exit', () => onEnd('it exited'));
      return { post: (question) => worker.postMessage(question), end: () => void worker.terminate() };
    },
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms).unref();
      return () => clearTimeout(timer);
    },
  };
  const client = new NeuralClient(host, { ...(idleMs && { idleMs }), ...(timeoutMs && { timeoutMs }) });

  /** @throws PairMissing, NeuralTimedOut, NeuralFailed, NeuralStopped, the signal's reason */
  async function translate(text: string, source: string, target: string, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const route = routes.get(`${source}>${target}`);
    if (!route) throw new PairMissing(`No model from ${source} to ${target} on this machine`);
    const { answer, cancel } = client.ask({ route, text });
    const abort = () => cancel(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await answer;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** `en>pt`, in Amazon Translate's codes. Empty without models. */
  const pairs: ReadonlySet<string> = new Set(routes.keys());
  return { pairs, translate, stop: () => client.stop() };
}

interface NeuralOptions {
  readonly modelsFolder: string;
  /** Another one for tests. */
  readonly workerUrl?: URL;
  readonly idleMs?: number;
  readonly timeoutMs?: number;
}

const engineUrl = new URL('neural-worker.ts', import.meta.url);
