import http from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../support/parley/local.ts';
import { sharedParley as parley } from '../../support/parley/shared.ts';
import { visitPremium } from '../../support/people/premium.ts';
import { type Group, runCheck } from '../../tools/smoke/check.ts';
import { groups, smoke } from '../../tools/smoke/smoke.ts';
import { examine } from '../../tools/smoke/system.ts';

describe('the smoke check', () => {
  test('notices a translation that is none', async () => {
    const broken = await startBroken(
      (answer) =>
        answer.path === '/api/translate' && Object.assign(answer, { body: '{"translatedText":" "}' }),
    );
    const results = await smoke(broken, pick('translate'));
    const failed = results.find(({ name }) => name === 'translate es (es)');
    expect(failed).toMatchObject({ is: 'fail', text: 'expected a translation; came “ ”' });
    expect(failed?.look).toContain('shared/languages.ts');
  });

  test('notices words in silence', async () => {
    const broken = await startBroken(
      (answer) =>
        answer.path === '/api/transcribe-amazon' &&
        Object.assign(answer, { body: '{"transcript":"hello","confidence":1}' }),
    );
    const results = await smoke(broken, pick('transcribe'));
    expect(results.find(({ name }) => name === 'transcribe en-US (en-US)')?.text).toBe(
      'expected no words in silence; came “hello”',
    );
  });

  test.each([
    ['that fails', { status: 502, body: '{"code":"provider_failed"}' }, '502 {"code":"provider_failed"}'],
    ['without sound', { body: Buffer.from('ID3') }, '3 bytes'],
    ['that is no MP3', { body: Buffer.alloc(5_000) }, '5000 bytes'],
  ])('notices a voice %s', async (_title, damage, came) => {
    const premium = await visitPremium(parley.url, parley.dynamodb);
    const broken = await startBroken(
      (answer) => answer.path === '/api/speak' && Object.assign(answer, damage),
    );
    const system = await examine(broken);
    system.visitor = { ...premium, post: (path, body) => postTo(broken, path, body, premium.cookies) };
    const [voice] =
      pick('voices')[0]
        ?.listChecks(system)
        .filter(({ name }) => name.includes('Joanna')) ?? [];
    const result = voice && (await runCheck(voice, system));
    expect(result).toMatchObject({ is: 'fail', text: expect.stringContaining(`came ${came}`) });
  });

  test('says which part is missing, and skips what needs it', async () => {
    const results = await smoke(
      await startBroken((answer) => answer.path === '/api/login' && Object.assign(answer, { status: 500 })),
      pick('payments'),
    );
    expect(results[0]).toMatchObject({ is: 'fail', text: expect.stringContaining('came 500') });
    expect(results.filter(({ text }) => text === 'needs “account”')).toHaveLength(2);
  });

  test('accepts payments that are not set up', async () => {
    const free = await startBroken(
      (answer) =>
        answer.path.startsWith('/api/stripe-') &&
        Object.assign(answer, { status: 503, body: '{"code":"payments_unavailable"}' }),
    );
    const names = ['payments are set up or unavailable', 'a webhook without a signature is refused'];
    const results = await smoke(free, pick('pages'));
    const checked = results.filter(({ name }) => names.includes(name));
    expect(checked).toMatchObject([{ is: 'ok' }, { is: 'ok' }]);
  });
});

function pick(...names: string[]): Group[] {
  return groups.filter(({ name }) => names.includes(name));
}

function postTo(url: string, path: string, body: unknown, cookies: ReadonlyMap<string, string>) {
  return fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
    },
    body: JSON.stringify(body),
  });
}

/** Parley with one thing broken on the way. @returns its address */
async function startBroken(damage: Damage): Promise<string> {
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
    response.writeHead(answer.status, { ...answer.headers, 'set-cookie': upstream.headers.getSetCookie() });
    response.end(answer.body);
  });
  onTestFinished(() => void server.close());
  return listen(server);
}

type Damage = (answer: Answer) => unknown;

interface Answer {
  readonly path: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}
