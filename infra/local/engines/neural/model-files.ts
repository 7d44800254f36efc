import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ModelFiles } from '../../../../shared/neural/bergamot.ts';
import { parseDirection } from '../../../../shared/neural/directions.ts';

/** Outside the data folder, so that models outlive it. */
export function defaultModelsFolder(): string {
  const { XDG_DATA_HOME = '' } = process.env;
  // A relative path there must be ignored.
  const dataHome = path.isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : path.join(homedir(), '.local/share');
  return path.join(dataHome, 'parley/models');
}

/** Directions with all their files. The folder may be missing. */
export function listModels(modelsFolder: string): string[] {
  return listNames(modelsFolder)
    .filter((name) => parseDirection(name) && findFiles(path.join(modelsFolder, name)))
    .sort();
}

/** @throws Error if a file is missing */
export function readModel(modelsFolder: string, direction: string): ModelFiles {
  const folder = path.join(modelsFolder, direction);
  const found = findFiles(folder);
  if (!found) throw new Error(`The model ${direction} is incomplete`);
  const read = (name: string) => readFileSync(path.join(folder, name));
  return { model: read(found.model), lex: read(found.lex), vocabularies: found.vocabularies.map(read) };
}

/** By the names that the models' publishers use: `model.enpt.intgemm.alphas.bin`, `srcvocab.enja.spm`. */
function findFiles(folder: string) {
  const names = listNames(folder).sort();
  const model = names.find((name) => /^model\b.*\.bin$/.test(name));
  const lex = names.find((name) => /^lex\b.*\.bin$/.test(name));
  const vocabularies = names.filter((name) => /^(?:src|trg)?vocab\b.*\.spm$/.test(name));
  return model && lex && vocabularies.length > 0 ? { model, lex, vocabularies } : undefined;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
