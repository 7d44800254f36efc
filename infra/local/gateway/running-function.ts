import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { FunctionId } from '../../aws/build/bundle.ts';
import { functionHeader } from '../database/rights.ts';

const running = new AsyncLocalStorage<FunctionId>();

/** Tells the local database which function its requests come from, as a Lambda's role tells AWS. */
export function runAs<Result>(id: FunctionId, work: () => Result): Result {
  return running.run(id, work);
}

/** For what happens at the same time as a function, but is none of its doing. */
export function runOutside<Result>(work: () => Result): Result {
  return running.exit(work);
}

// The product's clients know nothing of this header.
subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  const id = running.getStore();
  const isDatabase = `${request.getHeader('x-amz-target')}`.startsWith('DynamoDB_');
  if (id && isDatabase) request.setHeader(functionHeader, id);
});
