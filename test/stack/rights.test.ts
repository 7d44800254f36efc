import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { type FunctionId, functionIds, getSourceFile } from '../../infra/aws/build/bundle.ts';
import { type Needs, needs } from '../../infra/aws/stack/needs.ts';

test.each(functionIds)('%s has exactly the rights that its code uses', async (id) => {
  const commands = await commandsIn(id);
  const { tables, login } = needs[id];
  // The wrapper of every endpoint can look for a caller; rows that are open to all never do.
  if (!login && !tables) commands.delete('GetItem');
  if (id === 'auth.login') commands.delete('GetItem');
  expect([...commands].sort()).toEqual(allowedTo(needs[id]));
});

function allowedTo(wanted: Needs): string[] {
  const { tables = {}, indexes = [], actions = [], userPoolActions = [] } = wanted;
  const allowed = [
    ...Object.values(tables).flatMap((rights) => Object.values(rights).flat()),
    ...(indexes.length > 0 ? ['Query'] : []),
    // Translate calls Comprehend with the function's rights.
    ...[...actions, ...userPoolActions].filter((each) => !each.startsWith('comprehend:')),
    ...(wanted.payments ? ['GetSecretValue'] : []),
    ...(wanted.publishesStatus ? ['GetObject', 'PutObject'] : []),
  ];
  return [...new Set(allowed.map((each) => each.replace(/^.+:/, '')))].sort();
}

/** The commands in a function's own code, as far as its handler reaches them. */
async function commandsIn(id: FunctionId): Promise<Set<string>> {
  const { outputFiles } = await build({
    entryPoints: [getSourceFile(id)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node24',
    write: false,
    logLevel: 'error',
  });
  const code = outputFiles[0]?.text ?? '';
  const commands = [...code.matchAll(/new (\w+)Command\d*\(/g)].map(
    ([, name = '']) => documentNames[name] ?? name,
  );
  const paginated = ['Query', 'Scan'].filter((name) => code.includes(`paginate${name}(`));
  return new Set([...commands, ...paginated]);
}

const documentNames: Readonly<Record<string, string>> = {
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};
