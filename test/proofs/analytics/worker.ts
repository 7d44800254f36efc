import { startWorld } from '../billing/world.ts';
import type { Answer, Share } from './shares.ts';
import { addFigures, liveThrough, noFigures } from './town.ts';

process.once('message', async (share: Share) => {
  const answer: Answer = { figures: noFigures(), findings: [] };
  const world = await startWorld();
  for (const town of share.towns) {
    const { figures, findings } = await liveThrough(world, town);
    addFigures(answer.figures, figures);
    answer.findings.push(...findings);
  }
  await world.stop();
  process.send?.(answer, () => process.disconnect());
});
