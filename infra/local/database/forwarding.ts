import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A database of its own at Amazon's DynamoDB Local, for `npm run prove -- judges`: it keeps accounts apart by their
 * access keys, and checks no signatures.
 */
export function createForwardingServer(upstream: string): Server {
  const account = randomUUID().replaceAll('-', '').slice(0, 20);
  return createServer((incoming, response) => {
    void read(incoming)
      .then(({ headers, ...request }) => {
        const authorization = headers.authorization?.replace(/Credential=[^/]+/, `Credential=${account}`);
        return forward(upstream, {
          ...request,
          headers: { ...headers, ...(authorization && { authorization }) },
        });
      })
      .then(
        (answer) => respond(response, answer),
        () => response.destroy(),
      );
  });
}

export async function read(incoming: IncomingMessage): Promise<Request> {
  const { headers, url = '/' } = incoming;
  return {
    path: url,
    action: `${headers['x-amz-target']}`.split('.').at(-1) ?? '',
    headers: pick(forwarded, (name) => headers[name] as string | undefined),
    body: await text(incoming),
  };
}

export async function forward(url: string, { headers, body }: Request): Promise<Answer> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  return {
    status: answer.status,
    headers: pick(answered, (name) => answer.headers.get(name)),
    body: await answer.text(),
  };
}

function pick(names: readonly string[], find: (name: string) => string | null | undefined): Headers {
  return Object.fromEntries(names.flatMap((name) => (find(name) ? [[name, `${find(name)}`]] : [])));
}

const forwarded = ['x-amz-target', 'x-amz-date', 'authorization', 'content-type'];
const answered = ['x-amzn-requestid', 'x-amz-crc32', 'content-type'];

export function respond(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}

type Headers = Record<string, string>;

export interface Request {
  readonly path: string;
  readonly action: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}
