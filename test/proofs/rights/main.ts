import { buildFolders, synthesiseUnchecked } from '../../stack/synthesis.ts';
import type { Part } from '../proof.ts';
import { compare } from './compare.ts';
import { startDeployment } from './deployment.ts';
import { visitAll } from './visits.ts';

/** Every deployed function is called, with its own role, for every reason that it has to call AWS. */
export const flags = {};

export async function* prove(): AsyncGenerator<Part> {
  const folders = await buildFolders();
  const deployment = await startDeployment(synthesiseUnchecked(folders), folders.functionsFolder);
  const surprises = await visitAll(deployment);
  await deployment.stop();
  folders.remove();
  const compared = compare(deployment);
  const calls = compared.reduce((sum, { used }) => sum + used.length, 0);
  yield {
    name: `${compared.length} roles, ${calls} rights called`,
    figures: Object.fromEntries(
      compared.map(({ id, used, unused }) => [
        id,
        { allowed: used.length + unused.length, called: used.length },
      ]),
    ),
    findings: [
      ...surprises,
      ...deployment.refused.map((each) => `refused: ${each}`),
      ...compared.flatMap(({ id, unused }) => unused.map((grant) => `never called: ${id}: ${grant}`)),
    ],
  };
}
