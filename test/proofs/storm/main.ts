import { anySeed, type Part } from '../proof.ts';
import { startStage } from './stage.ts';
import { countRoundTrips, stormAddress, stormKey, stormLimit, stormMidnight } from './storm.ts';

export const flags = { seed: anySeed };

export async function* prove({ seed }: typeof flags): AsyncGenerator<Part> {
  const stage = await startStage({ addressCeiling: 1_100 });
  const thousand = { requests: 1_000, atOnce: 1_000, seed };
  yield countRoundTrips(stage);
  yield stormLimit(stage, { ...thousand, lostWrites: 0 });
  yield stormLimit(stage, { ...thousand, lostWrites: 0.2 });
  yield stormKey(stage, { requests: 100, atOnce: 100 });
  yield stormMidnight(stage, { users: 500, atOnce: 64 });
  yield stormAddress(stage, { guests: 1_200, atOnce: 40 });
  await stage.stop();
}
