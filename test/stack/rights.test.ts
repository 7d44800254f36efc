import { expect, test } from 'vitest';
import { type FunctionId, functionIds } from '../../infra/build/bundle.ts';
import { jobNeeds, type Needs, needs } from '../../infra/stack/needs.ts';
import { jobNames } from '../../shared/jobs.ts';
import { commandsIn } from '../proofs/rights/compare.ts';

test.each(functionIds)('%s may do at AWS what its code does, and nothing else', async (id) => {
  const commands = await commandsIn(id);
  const { tables, login } = needsOf(id);
  // The wrapper of every endpoint can look for a caller; rows that are open to all never do.
  if (!login && !tables) commands.delete('GetItem');
  if (id === 'auth.login') commands.delete('GetItem');
  expect([...commands].sort()).toEqual(allowedTo(needsOf(id)));
});

function allowedTo(wanted: Needs): string[] {
  const { tables = {}, indexes = [], actions = [], userPoolActions = [] } = wanted;
  const allowed = [
    ...Object.values(tables).flatMap((rights) => Object.values(rights).flat()),
    ...(indexes.length > 0 ? ['Query'] : []),
    // Translate asks Comprehend by itself, in the function's name.
    ...[...actions, ...userPoolActions].filter((each) => !each.startsWith('comprehend:')),
    ...(wanted.payments ? ['GetSecretValue'] : []),
  ];
  return [...new Set(allowed.map((each) => each.replace(/^.+:/, '')))].sort();
}

function needsOf(id: FunctionId): Needs {
  const ofJobs = Object.fromEntries(jobNames.map((name) => [`jobs.${name}`, jobNeeds[name]]));
  const all: Record<string, Needs> = { ...needs, ...ofJobs };
  return all[id] as Needs;
}
