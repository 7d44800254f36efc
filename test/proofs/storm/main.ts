import { anySeed, type Part } from '../proof.ts';
import { stormOverlaps } from './overlaps.ts';
import {
  countRoundTrips,
  startStage,
  stormAddress,
  stormKey,
  stormLimit,
  stormLosses,
  stormMidnight,
} from './storm.ts';

export const flags = { seed: anySeed };

export async function* prove({ seed }: typeof flags): AsyncGenerator<Part> {
  const stage = await startStage();
  yield countRoundTrips(stage);
  yield stormLimit(stage, { requests: 1_000 });
  yield stormLosses(stage, { requests: 1_000 });
  yield stormKey(stage, { requests: 100 });
  yield stormMidnight(stage, { users: 500 });
  yield stormOverlaps(stage, { rounds: 200, seed });
  yield stormAddress({ guests: 400, most: 30 });
  await stage.stop();
}
