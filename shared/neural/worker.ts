import { type Bergamot, createBergamot, type Model, type ModelFiles } from './bergamot.ts';
import { findEnds } from './directions.ts';
import { translateText } from './text/translate-text.ts';

/** A text, and the directions that lead from its language to the other one. */
export interface Question {
  readonly id: number;
  readonly route: readonly string[];
  readonly text: string;
}

/** With a `failure`, the worker must be ended: a trapped instance spoils what follows. */
export type Answer = { readonly id: number } & ({ readonly text: string } | { readonly failure: string });

/**
 * The engine's side of the worker. Models are loaded when they are needed.
 *
 * @param maxModels each takes about 200 MB. A route through English needs two, or loads them again and again
 */
export function createAnswerer(
  startEngine: () => Promise<Bergamot>,
  readModel: (direction: string) => Promise<ModelFiles>,
  maxModels = 2,
): (question: Question) => Promise<Answer> {
  let engine: ReturnType<typeof createBergamot> | undefined;
  /** Least recently used first. */
  const models = new Map<string, Model>();

  async function getModel(direction: string): Promise<Model> {
    engine ??= createBergamot(await startEngine());
    const loaded = models.get(direction);
    models.delete(direction);
    for (const [oldest, { free }] of models) {
      if (models.size < maxModels) break;
      free();
      models.delete(oldest);
    }
    const model = loaded ?? engine.load(await readModel(direction));
    models.set(direction, model);
    return model;
  }

  async function translate(route: readonly string[], texts: readonly string[]): Promise<string[]> {
    let translated = [...texts];
    for (const direction of route) translated = (await getModel(direction)).translate(translated);
    return translated;
  }

  return async ({ id, route, text }) => {
    try {
      return { id, text: await translateText(text, findEnds(route), (texts) => translate(route, texts)) };
    } catch (error) {
      // C++ throws numbers.
      return { id, failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
    }
  };
}
