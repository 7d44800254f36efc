import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { smoke } from '../../../infra/aws/commands/smoke.ts';
import { listen } from '../../support/parley/local.ts';
import { sharedParley as parley } from '../../support/parley/shared.ts';

describe('the smoke check', () => {
  test('passes on a working system and reports each check', async () => {
    const reported: string[] = [];
    const results = await smoke(parley.url, ({ name }) => reported.push(name));
    expect(results.filter(({ failure }) => failure)).toEqual([]);
    expect(reported).toEqual(results.map(({ name }) => name));
    expect(reported).toHaveLength(18);
  });

  test('accepts payments that are not set up', async () => {
    const free = await startBroken(
      (answer) =>
        answer.path.startsWith('/api/stripe-') &&
        Object.assign(answer, { status: 503, body: Buffer.from('{"code":"payments_unavailable"}') }),
    );
    const names = ['payments are set up or unavailable', 'a webhook without a signature is refused'];
    const results = await smoke(free.url);
    await free.stop();
    const checked = results.filter(({ name }) => names.includes(name));
    expect(checked).toEqual(names.map((name) => ({ name, durationMs: expect.any(Number) })));
  });

  test('fails every check without a server', async () => {
    const broken = await startBroken(() => {});
    await broken.stop();
    const results = await smoke(broken.url);
    expect(results.every(({ failure }) => failure)).toBe(true);
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
      status: upstream.status,
      headers: Object.fromEntries(upstream.headers),
      body: Buffer.from(await upstream.arrayBuffer()),
    };
    for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection'])
      delete answer.headers[name];
    damage(answer);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  return {
    url: await listen(server),
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

type Damage = (answer: Answer) => unknown;

interface Answer {
  readonly path: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
