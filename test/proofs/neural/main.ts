import path from 'node:path';
import { listModels } from '../../../infra/local/engines/neural/model-files.ts';
import type { Part } from '../proof.ts';
import { proveAirplane } from './airplane.ts';
import { proveGuest } from './guest.ts';
import { proveKept } from './kept.ts';
import { proveQuality } from './quality.ts';
import { proveSpeed } from './speed.ts';

/**
 * `--models` is a folder with `en-pt` and `pt-en`, each with a model, a shortlist and a vocabulary. `--part` is one of
 * speed, guest, kept, quality and airplane; `--browser` one of chromium, firefox and webkit.
 */
export const flags = { models: '', part: '', browser: '' };

export async function* prove({ models, part, browser }: typeof flags): AsyncGenerator<Part> {
  const missing = ['en-pt', 'pt-en'].filter((direction) => !listModels(models).includes(direction));
  if (missing.length > 0) {
    const finding = `No model ${missing.join(', ')} in "${models}": add --models DIR.`;
    yield { name: 'models', figures: {}, findings: [finding] };
    return;
  }
  const isWanted = (name: string) => part === '' || part === name;
  // First: the other parts leave an engine in this process.
  if (isWanted('speed')) yield await proveSpeed(models);
  if (isWanted('guest')) yield await proveGuest(path.resolve(models));
  if (isWanted('kept')) yield await proveKept(models);
  if (isWanted('quality')) yield* proveQuality(models);
  if (isWanted('airplane')) yield* proveAirplane(path.resolve(models), browser);
}
