import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { readPath } from './request.ts';

/** Prints the errors of functions with message, stack and line. Their log lines leave messages out. @returns ends it */
export function printFaults(log: Log): () => void {
  const print = (message: unknown) => {
    const { event, endpoint, job, error } = message as Fault;
    log(`[${endpoint ?? job ?? event}] ${inspect(error)}`);
  };
  subscribe('parley:fault', print);
  return () => void unsubscribe('parley:fault', print);
}

/** Prints a line such as `POST /api/translate 200 14 ms`. The query is left out: it may hold what somebody typed. */
export function printRequest(request: IncomingMessage, response: ServerResponse, log: Log): void {
  const startedAt = performance.now();
  response.once('finish', () => {
    const durationMs = Math.round(performance.now() - startedAt);
    log(`${request.method} ${readPath(request)} ${response.statusCode} ${durationMs} ms`);
  });
}

interface Fault {
  readonly event: string;
  readonly endpoint?: string;
  readonly job?: string;
  readonly error: unknown;
}

type Log = (line: string) => void;
