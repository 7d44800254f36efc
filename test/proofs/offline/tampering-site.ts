import http, { type ServerResponse } from 'node:http';
import { close, listen } from '../../support/parley/local.ts';

/** A Parley behind a proxy that can answer instead. */
export interface TamperingSite {
  readonly url: string;
  /** Replaces answers; undefined for the truth. */
  lie: Lie | undefined;
  stop(): Promise<void>;
}

/**
 * @param path with the query
 * @param truth what Parley answers
 * @returns undefined for the truth
 */
type Lie = (path: string, truth: Truth) => Answer | undefined;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Cache header of the false answer; by default none is cached. */
  readonly cacheControl?: string;
}

export interface Truth extends Answer {
  readonly body: Buffer;
}

/** @param url the Parley behind it; only GET requests are passed on */
export async function startTamperingSite(url: string): Promise<TamperingSite> {
  const server = http.createServer(async (request, response) => {
    const path = request.url ?? '/';
    const truth = await truthOf(url, path, request.headers.cookie);
    const lie = site.lie?.(path, truth);
    const caching = { 'cache-control': lie?.cacheControl ?? 'no-store' };
    send(response, lie ? { ...lie, headers: { ...lie.headers, ...caching } } : truth);
  });
  const site: TamperingSite = {
    url: `http://localhost:${new URL(await listen(server)).port}`,
    lie: undefined,
    stop: () => close(server),
  };
  return site;
}

/** Parley's own answer, not compressed. */
export async function truthOf(url: string, path: string, cookie = ''): Promise<Truth> {
  const answer = await fetch(url + path, {
    headers: { cookie, 'accept-encoding': 'identity' },
    redirect: 'manual',
  });
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !connectionHeaders.includes(name))),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
