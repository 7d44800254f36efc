import { type Answer, createAnswerer } from '../../../shared/neural/worker.ts';
import type { WorkerMessage } from '../../../web/offline/engine/engine-worker.ts';
import { readModel } from '../../../web/offline/models/stored-models.ts';
import { createScriptedBergamot } from '../neural/scripted-bergamot.ts';

/** The engine's worker, with the scripted engine. It reads models as the real one does. */
export class ScriptedBrowserWorker extends EventTarget {
  static started: ScriptedBrowserWorker[] = [];
  static maxModels: number[] = [];
  isEnded = false;
  private models: WorkerMessage['models'] = {};
  private answer: ReturnType<typeof createAnswerer> | undefined;

  constructor() {
    super();
    ScriptedBrowserWorker.started.push(this);
  }

  postMessage({ question, models, maxModels }: WorkerMessage): void {
    ScriptedBrowserWorker.maxModels.push(maxModels);
    this.models = models;
    this.answer ??= createAnswerer(
      async () => createScriptedBergamot(),
      (direction) => readModel(direction, this.models[direction] ?? []),
      maxModels,
    );
    if (question.text === 'kill the worker')
      this.dispatchEvent(new ErrorEvent('error', { message: 'killed' }));
    else void this.answer(question).then((answered) => this.tell(answered));
  }

  terminate(): void {
    this.isEnded = true;
  }

  private tell(data: Answer): void {
    if (!this.isEnded) this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
