import type { Bergamot } from '../../../shared/neural/bergamot.ts';
import type { Catalogue } from '../../../shared/neural/catalogue.ts';
import { createModule } from '../../../shared/neural/glue.ts';
import { createAnswerer, type Question } from '../../../shared/neural/worker.ts';
import { readModel } from '../models/stored-models.ts';

/** The neural engine in a worker of its own: only its response allows WebAssembly. A classic script, for the glue. */
declare const self: DedicatedWorkerGlobalScope & { Module?: object };

/** Every message has all that its answer needs. */
export interface WorkerMessage {
  readonly question: Question;
  /** Of the question's directions. */
  readonly models: Catalogue;
  readonly glueUrl: string;
  readonly wasmUrl: string;
  readonly maxModels: number;
}

let models: Catalogue = {};
let answer: ReturnType<typeof createAnswerer> | undefined;

self.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  models = data.models;
  answer ??= createAnswerer(
    () => startEngine(data),
    (direction) => readModel(direction, models[direction] ?? []),
    data.maxModels,
  );
  void answer(data.question).then((answered) => self.postMessage(answered));
});

async function startEngine({ glueUrl, wasmUrl }: WorkerMessage): Promise<Bergamot> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`The engine was answered with ${response.status}`);
  const bytes = await response.arrayBuffer();
  const { module, started } = createModule((imports) =>
    WebAssembly.instantiate(bytes, imports as WebAssembly.Imports),
  );
  self.Module = module;
  self.importScripts(glueUrl);
  return started;
}
