import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { smoke } from '../../../infra/commands/smoke.ts';
import { cacheControl } from '../../../infra/stack/edge/headers.ts';
import { sharedParley as parley } from '../../support/parley/shared.ts';

describe('the smoke check', () => {
  const page = '/';
  test.each<[string, Damage]>([
    [
      'the page is served with its headers',
      ({ path, headers }) => path === page && delete headers['permissions-policy'],
    ],
    [
      'the page’s scripts are kept for a year',
      ({ path, headers }) => path.startsWith('/assets/') && delete headers['cache-control'],
    ],
    [
      'who is signed in gets the translator at once, anybody else the landing page',
      (answer) =>
        answer.path === '/' && answer.isSignedIn && Object.assign(answer, { body: Buffer.from('<title>') }),
    ],
    [
      'who is signed in gets the translator at once, anybody else the landing page',
      (answer) =>
        answer.path === '/' && !answer.isSignedIn && Object.assign(answer, { body: Buffer.from('<title>') }),
    ],
    [
      'the page can be installed and kept as an app',
      ({ path, headers }) =>
        path === '/manifest.webmanifest' && replace(headers, 'content-type', 'binary/octet-stream'),
    ],
    [
      'the page can be installed and kept as an app',
      ({ path, headers }) => path === '/sw.js' && replace(headers, 'cache-control', cacheControl('/assets/')),
    ],
    [
      'only the payment pages may load Stripe',
      ({ path, headers }) =>
        path === '/subscribe' && replace(headers, 'content-security-policy', "default-src 'none'"),
    ],
    [
      'an address spelt otherwise moves to its route',
      (answer) => answer.status === 301 && Object.assign(answer, { status: 404 }),
    ],
    [
      'an unknown address is the page with status 404',
      (answer) => answer.path === '/no-such-page' && Object.assign(answer, { status: 200 }),
    ],
    [
      'every engine is up',
      (answer) =>
        answer.path === '/api/health' &&
        Object.assign(answer, { body: Buffer.from('{"status":"degraded"}') }),
    ],
    [
      'an unknown call is told so in JSON',
      (answer) =>
        answer.path === '/api/no-such-call' && Object.assign(answer, { body: Buffer.from('<html>') }),
    ],
    [
      'signing in leads to the hosted login, which knows the way back',
      ({ path, headers }) =>
        path === '/api/login' &&
        replace(headers, 'location', `${headers.location}`.replace('callback', 'back')),
    ],
    [
      'nobody is signed in unasked',
      (answer) => answer.path === '/api/auth/user' && Object.assign(answer, { status: 200 }),
    ],
    [
      'a first visitor is a guest, by a cookie that no script reads',
      ({ path, headers }) =>
        path === '/api/subscription-status' &&
        replace(headers, 'set-cookie', `${headers['set-cookie']}`.replace('HttpOnly', '')),
    ],
    [
      'English becomes Spanish',
      (answer) =>
        answer.path === '/api/translate' &&
        Object.assign(answer, { body: Buffer.from('{"translatedText":"Where is the train station?"}') }),
    ],
    [
      'the quick phrases come translated',
      (answer) =>
        answer.path === '/api/phrases' && Object.assign(answer, { body: Buffer.from('{"phrases":[]}') }),
    ],
    [
      'silence is heard as silence',
      (answer) =>
        answer.path === '/api/transcribe-amazon' &&
        Object.assign(answer, { body: Buffer.from('{"transcript":"the","confidence":1}') }),
    ],
    [
      'another site’s call is refused',
      (answer) =>
        answer.path === '/api/translate' && answer.status === 403 && Object.assign(answer, { status: 200 }),
    ],
    [
      'payments are set up, or said to be missing',
      (answer) =>
        answer.path === '/api/stripe-config' &&
        Object.assign(answer, { status: 200, body: Buffer.from('{"publishableKey":""}') }),
    ],
    [
      'payments are set up, or said to be missing',
      (answer) =>
        answer.path === '/api/stripe-config' &&
        Object.assign(answer, { status: 503, body: Buffer.from('{}') }),
    ],
    [
      'a webhook that Stripe has not signed is refused',
      (answer) => answer.path === '/api/stripe-webhook' && Object.assign(answer, { status: 200 }),
    ],
    [
      'the server’s voice is Premium’s',
      (answer) => answer.path === '/api/speak' && Object.assign(answer, { status: 200 }),
    ],
  ])('fails where not: %s', async (name, damage) => {
    const broken = await startBroken(damage);
    const results = await smoke(broken.url, undefined, [name]);
    await broken.stop();
    expect(results).toEqual([expect.objectContaining({ name, fault: expect.any(String) })]);
  });
});

/** Parley with one thing broken on the way. */
async function startBroken(damage: Damage): Promise<{ url: string; stop(): Promise<void> }> {
  const server = http.createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { connection: _, host: __, 'content-length': ___, ...headers } = request.headers;
    const upstream = await fetch(parley.url + request.url, {
      method: request.method ?? 'GET',
      headers: { ...(headers as Record<string, string>), origin: parley.url },
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const answer: Answer = {
      path: (request.url ?? '').split('?', 1)[0] ?? '',
      isSignedIn: request.headers.cookie === 'parley_signed_in=1',
      status: upstream.status,
      headers: Object.fromEntries(upstream.headers),
      body: Buffer.from(await upstream.arrayBuffer()),
    };
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection'])
      delete answer.headers[name];
    damage(answer);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

function replace(headers: Record<string, string>, name: string, value: string): void {
  headers[name] = value;
}

type Damage = (answer: Answer) => unknown;

interface Answer {
  readonly path: string;
  readonly isSignedIn: boolean;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
