import { build } from 'esbuild';
import { type FunctionId, functionIds, sourceFile } from '../../../infra/bundle.ts';
import type { Deployment } from './deployment.ts';

/** A function's rights beside what it has done. */
export interface Compared {
  readonly id: FunctionId;
  readonly used: readonly string[];
  /** Allowed, and never called. */
  readonly unused: readonly string[];
}

/** What each function is allowed and has done, without what Lambda does in its name. */
export function compare({ functions, used }: Pick<Deployment, 'functions' | 'used'>): Compared[] {
  return functionIds.map((id) => {
    const grants = (functions.get(id)?.role.grants ?? []).filter((grant) => !isLambdas(grant));
    const done = used(id);
    return { id, used: [...done].sort(), unused: grants.filter((grant) => !done.has(grant)) };
  });
}

/**
 * Lambda itself writes a function's log lines and traces, and leaves the calls that failed in a queue, in the
 * function's name.
 */
function isLambdas(grant: string): boolean {
  return /^(logs:(CreateLogStream|PutLogEvents)|xray:Put(TraceSegments|TelemetryRecords)|sqs:SendMessage) /.test(
    grant,
  );
}

/** The commands that stand in a function's own code, without libraries and what is not reached from its handler. */
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

/** DynamoDB's document client calls them otherwise. */
const documentNames: Readonly<Record<string, string>> = {
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};
