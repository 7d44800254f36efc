import fc from 'fast-check';

const { PROPERTY_RUNS, PROPERTY_SEED = '1' } = process.env;

/**
 * The one way to run a property of fast-check: with a fixed seed, so that a red run has a cause in the change.
 * `npm run prove -- properties` sets `PROPERTY_RUNS` and `PROPERTY_SEED`, which may be `random`; a failure names its
 * seed and path.
 */
export function check<T>(property: fc.IAsyncProperty<T>, options?: { runs?: number }): Promise<void>;
export function check<T>(property: fc.IProperty<T>, options?: { runs?: number }): void;
export function check<T>(property: fc.IRawProperty<T>, { runs = 100 } = {}): Promise<void> | void {
  const numRuns = Number(PROPERTY_RUNS ?? runs);
  return fc.assert(
    property,
    PROPERTY_SEED === 'random' ? { numRuns } : { numRuns, seed: Number(PROPERTY_SEED) },
  );
}
