import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from '../folder.ts';

export const scriptedWorker = new URL('scripted-worker.ts', import.meta.url);

/** A folder of models for the scripted engine: texts to translations, by direction. */
export function writeModels(scripts: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const folder = newFolder();
  for (const [direction, script] of Object.entries(scripts)) {
    mkdirSync(path.join(folder, direction));
    writeFileSync(path.join(folder, direction, 'model.bin'), JSON.stringify(script));
    for (const file of ['lex.bin', 'vocab.spm']) writeFileSync(path.join(folder, direction, file), '-');
  }
  return folder;
}
