import { build } from 'esbuild';
import { type FunctionId, functionIds, sourceFile } from '../../../infra/build/bundle.ts';
import type { Deployment } from './deployment.ts';

export interface Compared {
  readonly id: FunctionId;
  readonly used: readonly string[];
  readonly unused: readonly string[];
}

export function compare({ functions, used }: Pick<Deployment, 'functions' | 'used'>): Compared[] {
  return functionIds.map((id) => {
    const grants = (functions.get(id)?.role.grants ?? []).filter((grant) => !isLambdas(grant));
    const done = used(id);
    return { id, used: [...done].sort(), unused: grants.filter((grant) => !done.has(grant)) };
  });
}

/** Lambda itself writes logs and traces and queues failed calls, in the function's name. */
function isLambdas(grant: string): boolean {
  return /^(logs:(CreateLogStream|PutLogEvents)|xray:Put(TraceSegments|TelemetryRecords)|sqs:SendMessage) /.test(
    grant,
  );
}

/** The commands in a function's own code, as far as its handler reaches them. */
export async function commandsIn(id: FunctionId): Promise<Set<string>> {
  const { outputFiles } = await build({
    entryPoints: [sourceFile(id)],
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
  return new Set([...commands, ...(code.includes('paginateQuery(') ? ['Query'] : [])]);
}

const documentNames: Readonly<Record<string, string>> = {
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};
