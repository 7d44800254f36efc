import { anySeed, type Part } from '../proof.ts';
import { walkCalendar } from './calendar.ts';
import { forgeWebhooks } from './forged.ts';
import { killWebhook } from './kill.ts';
import { abandonTrials, createInParallel, overtakeSyncs, shareCard } from './parallel.ts';
import { proveHistories, proveNamed } from './shares.ts';
import { startWorld } from './world/world.ts';

/** `--only` takes a part of a part's name. */
export const flags = { histories: 10_000, only: '', seed: anySeed };

export async function* prove({ histories, only, seed }: typeof flags): AsyncGenerator<Part> {
  const world = await startWorld();
  const parts: Record<string, () => Promise<Part>> = {
    named: proveNamed,
    parallel: () => createInParallel(world, { creates: 200 }),
    abandoned: () => abandonTrials(world, { people: 1_000 }),
    card: () => shareCard(world, { accounts: 50 }),
    overtaking: () => overtakeSyncs(world, { rounds: 200 }),
    forged: () => forgeWebhooks(world, { webhooks: 10_000, seed }),
    kill: () => killWebhook(world, { kills: 200, seed }),
    calendar: () => walkCalendar(world, { days: 400 }),
    histories: () => proveHistories(histories, seed),
  };
  for (const [word, part] of Object.entries(parts)) if (word.includes(only)) yield part();
  await world.stop();
}
