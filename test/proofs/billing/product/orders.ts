import { findingsOf } from '../findings.ts';
import type { End, NamedHistory } from '../named-histories.ts';
import { paidInvoices, subscriptionIn, subscriptionsOf } from '../oracle.ts';
import { allArrives, type Ways } from './mail.ts';
import { comeToRest, play } from './play.ts';
import type { Product } from './product.ts';
import type { Scene } from './scene.ts';

export interface DeliveryOrder {
  readonly name: string;
  readonly ways: Ways;
  readonly isPrompt: boolean;
}

export const deliveryOrders: readonly DeliveryOrder[] = [
  { name: 'at once, as it happened', ways: allArrives, isPrompt: true },
  { name: 'at once, the latest first', ways: { ...allArrives, order: 'reversed' }, isPrompt: true },
  { name: 'in the end, in any order', ways: { ...allArrives, order: 'any' }, isPrompt: false },
  {
    name: 'in the end, the latest first, each twice',
    ways: { ...allArrives, order: 'reversed', repeated: 10 },
    isPrompt: false,
  },
  {
    name: 'in any order, four of ten only by the nightly job',
    ways: { lost: 4, repeated: 2, order: 'any', toldBy: 'the nightly job' },
    isPrompt: true,
  },
];

/** Plays a named history with webhooks in one order. @returns what ends otherwise */
export async function endOfNamed(
  product: Product,
  history: NamedHistory,
  order: DeliveryOrder,
): Promise<string[]> {
  const scene = await product.begin({ seed: history.name.length, ways: order.ways });
  for (const name of Object.keys(history.ends)) await scene.add(name);
  for (const step of history.steps) {
    await play(scene, step);
    if (order.isPrompt) await scene.mail.deliver(1);
  }
  const findings = [...(await comeToRest(scene)), ...(await findingsOf(scene))];
  for (const [name, end] of Object.entries(history.ends)) findings.push(...(await missing(scene, name, end)));
  return findings.map((finding) => `“${history.name}”, webhooks ${order.name}: ${finding}`);
}

async function missing(scene: Scene, name: string, end: End): Promise<string[]> {
  const person = scene.people.get(name);
  if (!person) return [`${name} is not there`];
  const made = subscriptionsOf(scene.account, person.id);
  const ids = new Set(made.map(({ id }) => id));
  const paid = paidInvoices(scene.account).filter((invoice) => ids.has(subscriptionIn(invoice)));
  const { body } = person.hasLeft ? { body: {} } : await scene.call('status', person);
  const is = {
    is: person.hasLeft ? 'gone' : body.subscriptionStatus,
    premium: body.isPremium ?? false,
    plan: body.subscriptionPlan,
    paid: paid.reduce((sum, { amount_paid }) => sum + amount_paid, 0),
    trials: made.filter(({ trial_start }) => trial_start !== null).length,
    subscriptions: made.length,
    attempt: body.purchase?.state,
    trialAvailable: body.trialAvailable,
  };
  const wanted: End = { trials: 1, subscriptions: 1, ...end };
  return Object.entries(wanted)
    .filter(([field, value]) => value !== 'any' && is[field as keyof typeof is] !== value)
    .map(([field, value]) => `${name}’s “${field}” is ${is[field as keyof typeof is]} instead of ${value}`);
}
