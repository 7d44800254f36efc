import { parentPort, workerData } from 'node:worker_threads';
import { readModel } from '../../../infra/local/engines/neural/model-files.ts';
import { createAnswerer } from '../../../shared/neural/worker.ts';
import { createScriptedBergamot } from './scripted-bergamot.ts';

/** In place of the engine's thread. */
const answer = createAnswerer(
  async () => createScriptedBergamot(),
  async (direction) => readModel(workerData.modelsFolder, direction),
);
parentPort?.on('message', (question) =>
  answer(question).then((answered) => parentPort?.postMessage(answered)),
);
