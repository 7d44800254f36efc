import { anySeed, type Part } from '../proof.ts';
import { proveHistories, proveNamed } from './shares.ts';

/** `--only` takes `named` or `generated`. */
export const flags = { histories: 10_000, only: '', seed: anySeed };

export async function* prove({ histories, only, seed }: typeof flags): AsyncGenerator<Part> {
  if ('named'.includes(only)) yield proveNamed();
  if ('generated'.includes(only)) yield proveHistories(histories, seed);
}
