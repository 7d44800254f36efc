import { buildFolders, synthesiseUnchecked } from '../../stack/synthesis.ts';
import { compare } from './compare.ts';
import { startDeployment } from './deployment.ts';
import { visitAll } from './visits.ts';

/**
 * `npm run rights`: every deployed function, each with its own role, is called for every reason that it has to call
 * AWS. What its role does not allow is refused as IAM would; what it allows and nothing calls is told.
 */
const startedAt = performance.now();
const folders = await buildFolders();
const deployment = await startDeployment(synthesiseUnchecked(folders), folders.functionsFolder);
const surprises = await visitAll(deployment);
await deployment.stop();
folders.remove();
const compared = compare(deployment);
console.table(
  Object.fromEntries(
    compared.map(({ id, used, unused }) => [
      id,
      { allowed: used.length + unused.length, called: used.length },
    ]),
  ),
);
for (const each of surprises) console.log(each);
const { refused } = deployment;
for (const each of refused) console.log(`Refused: ${each}`);
const unused = compared.flatMap(({ id, unused }) => unused.map((grant) => `${id}: ${grant}`));
for (const each of unused) console.log(`Never called: ${each}`);
const calls = compared.reduce((sum, { used }) => sum + used.length, 0);
const seconds = Math.round((performance.now() - startedAt) / 1_000);
console.log(
  `${compared.length} roles, ${calls} rights called, ${refused.length} refused, ${unused.length} never called, ${seconds} s`,
);
const isExact = surprises.length === 0 && refused.length === 0 && unused.length === 0;
console.log(isExact ? 'Each function may do what it does, and nothing else.' : 'Rights and calls differ.');
process.exit(isExact ? 0 : 1);
