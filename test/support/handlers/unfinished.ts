import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';

const running = new AsyncLocalStorage<Set<object>>();

/** Knows from now on which writes of a client belong to which call of `finishes`. */
export function watchCommands(client: DynamoDBDocumentClient): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const commands = /^(Put|Update|Delete|BatchWrite|TransactWrite)/.test(`${commandName}`)
          ? running.getStore()
          : undefined;
        const command = { commandName };
        commands?.add(command);
        try {
          return await next(args);
        } finally {
          commands?.delete(command);
        }
      },
    { step: 'initialize', name: 'unfinished', override: true, priority: 'high' },
  );
}

/** Runs a function of Lambda, which freezes it when it has answered: no write may be left unfinished. */
export function finishes<Result>(work: () => Promise<Result>): Promise<Result> {
  const commands = new Set<object>();
  return running.run(commands, async () => {
    const result = await work();
    expect([...commands], 'writes that were not waited for').toEqual([]);
    return result;
  });
}
