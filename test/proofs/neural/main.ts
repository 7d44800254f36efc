import path from 'node:path';
import { listModels } from '../../../infra/local/engines/neural/model-files.ts';
import type { Part } from '../proof.ts';
import { proveAirplane } from './airplane.ts';
import { proveKept } from './kept.ts';
import { proveQuality } from './quality.ts';
import { proveSpeed } from './speed.ts';

/** `--models` is a folder with `en-pt` and `pt-en`, each with a model, a shortlist and a vocabulary. */
export const flags = { models: '' };

export async function* prove({ models }: typeof flags): AsyncGenerator<Part> {
  const missing = ['en-pt', 'pt-en'].filter((direction) => !listModels(models).includes(direction));
  if (missing.length > 0) {
    const finding = `No model ${missing.join(', ')} in "${models}": add --models DIR.`;
    yield { name: 'models', figures: {}, findings: [finding] };
    return;
  }
  // First: the other part leaves an engine in this process.
  yield await proveSpeed(models);
  yield await proveKept(models);
  yield* proveQuality(models);
  yield* proveAirplane(path.resolve(models));
}
