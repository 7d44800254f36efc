import type { Part } from '../proof.ts';
import { outliveDeploys } from './deploys.ts';

export const flags = { tabs: 20, deploys: 5 };

export async function* prove({ tabs, deploys }: typeof flags): AsyncGenerator<Part> {
  const { lateScripts, faults } = await outliveDeploys({ tabs, deploys }, console.log);
  const name = `${tabs} tabs over ${deploys} deployments`;
  yield { name, figures: { 'scripts loaded late': lateScripts }, findings: faults };
}
