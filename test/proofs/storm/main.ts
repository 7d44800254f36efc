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
  const stage = await startStage({ addressCeiling: 1_100 });
  yield countRoundTrips(stage);
  yield stormLimit(stage, { requests: 1_000, atOnce: 1_000 });
  yield stormLosses(stage, { requests: 1_000, atOnce: 1_000, seed });
  yield stormKey(stage, { requests: 100, atOnce: 100 });
  yield stormMidnight(stage, { users: 500, atOnce: 64 });
  yield stormOverlaps(stage, { rounds: 200, seed });
  yield stormAddress(stage, { guests: 1_200, atOnce: 40 });
  await stage.stop();
}
