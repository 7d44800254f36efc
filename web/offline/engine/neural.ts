import { glueUrl, wasmUrl, workerUrl } from 'virtual:engine-files';
import type { Catalogue } from '../../../shared/neural/catalogue.ts';
import { type Host, NeuralClient } from '../../../shared/neural/client.ts';
import type { Answer } from '../../../shared/neural/worker.ts';
import type { WorkerMessage } from './engine-worker.ts';

/** The neural engine in a worker, which ends when it is idle for a minute. */
export function createNeural(startWorker = () => new Worker(workerUrl)) {
  let models: Catalogue = {};
  let maxModels = hasLittleMemory() ? 1 : 2;
  const host: Host = {
    start(onAnswer, onEnd) {
      const worker = startWorker();
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        if ('failure' in data && outOfMemory.test(data.failure)) maxModels = 1;
        onAnswer(data);
      });
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        onEnd(event.message || 'it could not be loaded');
      });
      return {
        post(question) {
          const needed = question.route.map((direction) => [direction, models[direction] ?? []]);
          const message = { question, models: Object.fromEntries(needed), glueUrl, wasmUrl, maxModels };
          worker.postMessage(message satisfies WorkerMessage);
        },
        end: () => worker.terminate(),
      };
    },
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  };
  // The first answer of a slow phone loads one or two models.
  const client = new NeuralClient(host, { timeoutMs: 60_000 });

  return {
    /** @throws what `NeuralClient` throws, and the signal's reason */
    async translate(text: string, route: readonly string[], installed: Catalogue, signal?: AbortSignal) {
      signal?.throwIfAborted();
      models = { ...models, ...installed };
      const { answer, cancel } = client.ask({ route, text });
      const abort = () => cancel(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      try {
        return await answer;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
  };
}

/** Where the second model would be the end of the tab. */
function hasLittleMemory(): boolean {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number };
  return deviceMemory <= 2;
}

/** What engines of JavaScript and Emscripten say when memory cannot grow. */
const outOfMemory = /out of memory|could not allocate|enlarge memory|\bOOM\b/i;

/** The engine needs WebAssembly with SIMD. */
export function canRunEngine(): boolean {
  try {
    return WebAssembly.validate(simdModule) && typeof Worker !== 'undefined';
  } catch {
    return false;
  }
}

/** One function that splats a byte: `i32.const 0, i8x16.splat, drop`. */
const simdModule = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[10, 9, 1, 7, 0, 0x41, 0, 0xfd, 15, 0x1a, 11],
]);

export const engineUrls = [workerUrl, glueUrl, wasmUrl];
