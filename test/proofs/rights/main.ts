import pLimit from 'p-limit';
import type { FunctionId } from '../../../infra/aws/build/bundle.ts';
import { emptyFolders, synthesiseUnchecked } from '../../stack/synthesis.ts';
import type { Template } from '../../stack/templates.ts';
import { learn, stagesOf } from '../faults/matrix.ts';
import { startProduct } from '../faults/product.ts';
import type { Part } from '../proof.ts';
import { callsOf } from './calls.ts';
import { ceilingStages } from './ceilings.ts';
import { type Call, rolesOf } from './roles.ts';

/**
 * The scenes of the proof `faults` call every function; its deployed role must allow each call to AWS. That roles allow
 * nothing else is proved by `test/stack/rights.test.ts`.
 */
export const flags = {};

export async function* prove(): AsyncGenerator<Part> {
  const folders = emptyFolders();
  const roles = rolesOf(synthesiseUnchecked(folders).toJSON() as Template);
  folders.remove();
  const used = new Map([...roles.keys()].map((id) => [id, new Set<string>()]));
  const findings: string[] = [];
  const product = await startProduct();
  const limited = pLimit(2);
  const check = (id: FunctionId, call: Call) => {
    const grants = roles.get(id)?.allows(call) ?? [];
    if (grants.length === 0) findings.push(`refused: ${id}: ${sentenceOf(call)}`);
    for (const grant of grants) used.get(id)?.add(grant);
  };
  await Promise.all(
    [...stagesOf(), ...ceilingStages].map((stage) =>
      limited(async () => {
        const { found } = await learn(product, stage, (call, _seen, carryOut) => {
          for (const each of callsOf(call)) check(stage.id, each);
          return carryOut();
        });
        findings.push(...found.map((each) => `${stage.id} ${stage.scene.name}: ${each}`));
      }),
    ),
  );
  await product.stop();
  const rights = [...used.values()].reduce((sum, { size }) => sum + size, 0);
  yield { name: `${roles.size} roles, ${rights} rights called`, figures: {}, findings };
}

function sentenceOf({ action, resource, keys }: Call): string {
  return `${action} on ${resource}${keys.length > 0 ? ` of ${[...new Set(keys)].join(', ')}` : ''}`;
}
