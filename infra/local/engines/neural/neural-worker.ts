import { parentPort, workerData } from 'node:worker_threads';
import { createAnswerer, type Question } from '../../../../shared/neural/worker.ts';
import { readModel } from './model-files.ts';
import { startEngine } from './start-engine.ts';

/** Thread of the neural engine. Answers each question. */
const answer = createAnswerer(startEngine, async (direction) =>
  readModel(workerData.modelsFolder, direction),
);
parentPort?.on('message', (question: Question) => {
  void answer(question).then((answered) => parentPort?.postMessage(answered));
});
