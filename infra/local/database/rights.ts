import type { FunctionId } from '../../aws/build/bundle.ts';
import { needs, type Permissions } from '../../aws/stack/needs.ts';
import { type TableName, tables } from '../../aws/stack/tables.ts';

/** The function that a request comes from. Requests without it are not checked. */
export const functionHeader = 'x-parley-function';

/** @returns a sentence if the role of the function does not allow the request; undefined if it does */
export function findRefusal(id: FunctionId, action: string, input: Input): string | undefined {
  const refused = listAccesses(action, input).find((access) => !isAllowed(id, action, access));
  if (!refused) return undefined;
  const kinds = [...new Set(refused.keys.map((key) => key.replace(/#.*/s, '#*')))];
  const of = kinds.length > 0 ? ` of ${kinds.join(', ')}` : '';
  return `${id} is not authorized to perform dynamodb:${action} on ${refused.resource}${of}: see infra/aws/stack/needs.ts`;
}

/** The tables or indexes of a request, each with the partition keys that IAM sees. A scan and an index have none. */
export function listAccesses(action: string, input: Input): Access[] {
  if (input.RequestItems) {
    return Object.entries(input.RequestItems as Record<string, Input>).map(([resource, requests]) => ({
      resource,
      keys: (requests.Keys ?? requests).map(findKey),
    }));
  }
  if (action === 'Scan') return [{ resource: input.TableName, keys: [] }];
  if (input.IndexName) return [{ resource: `${input.TableName}/index/${input.IndexName}`, keys: [] }];
  const key = input.KeyConditionExpression ? findQueriedKey(input) : findKey(input.Key ?? input.Item);
  return [{ resource: input.TableName, keys: [key] }];
}

function findKey(request: Input): string {
  const item = request.DeleteRequest?.Key ?? request.PutRequest?.Item ?? request;
  return item.pk.S;
}

function findQueriedKey({ KeyConditionExpression, ExpressionAttributeValues }: Input): string {
  const name = /\bpk = (:\w+)/.exec(KeyConditionExpression)?.[1] ?? '';
  return ExpressionAttributeValues[name].S;
}

function isAllowed(id: FunctionId, action: string, { resource, keys }: Access): boolean {
  const { tables: allowed = {}, indexes = [] } = needs[id];
  const [table = '', index] = resource.split('/index/');
  // The database itself says that there is no such table.
  if (!Object.hasOwn(tables, table)) return true;
  if (index !== undefined) return action === 'Query' && indexes.some((each) => each === `${table}/${index}`);
  return listStatements(allowed[table as TableName] ?? {}).some(
    ({ actions, patterns }) =>
      actions.includes(action) && keys.every((key) => patterns.some((pattern) => isLike(key, pattern))),
  );
}

/** All keys of a request must be in one statement, and the stack makes one for each set of actions. */
function listStatements(permissions: Permissions) {
  const byActions = Map.groupBy(Object.entries(permissions), ([, actions]) => actions.toSorted().join());
  return [...byActions].map(([actions, entries]) => ({
    actions: actions.split(','),
    patterns: entries.map(([pattern]) => pattern),
  }));
}

/** Patterns end with their only asterisk. */
function isLike(key: string, pattern: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

interface Access {
  readonly resource: string;
  readonly keys: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: each action has another shape
type Input = any;
