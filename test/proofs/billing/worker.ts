import { checkHistories, noFigures } from './histories.ts';
import { namedHistories } from './named-histories.ts';
import { deliveryOrders, endOfNamed } from './orders.ts';
import type { Answer, Share } from './shares.ts';
import { startWorld } from './world.ts';

process.once('message', async (share: Share) => {
  const answer: Answer = { figures: noFigures(), wrong: undefined, named: {} };
  const world = await startWorld();
  if (share.count > 0) {
    const { count, seed } = share;
    answer.wrong = await checkHistories(world, { count, seed, figures: answer.figures });
  }
  for (const name of share.named) {
    const place = namedHistories.findIndex((each) => each.name === name);
    const history = namedHistories[place];
    const findings: string[] = [];
    for (let turn = place; turn < place + share.orders; turn += 1) {
      const order = deliveryOrders[turn % deliveryOrders.length];
      if (history && order) findings.push(...(await endOfNamed(world, history, order)));
    }
    answer.named[name] = findings;
  }
  await world.stop();
  process.send?.(answer, () => process.disconnect());
});
