import { parseArgs } from 'node:util';
import { outliveDeploys } from './deploys.ts';

/** `npm run deploys -- --tabs N --deploys N`: tabs that outlive deployments still find all their parts. */
const { values } = parseArgs({
  options: { tabs: { type: 'string', default: '20' }, deploys: { type: 'string', default: '5' } },
});
const tabs = Number(values.tabs);
const deploys = Number(values.deploys);
const { lateScripts, faults } = await outliveDeploys({ tabs, deploys }, console.log);
for (const fault of faults) console.log(fault);
console.log(
  `${tabs} tabs over ${deploys} deployments: ${lateScripts} scripts loaded late, ${faults.length} faults.`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
