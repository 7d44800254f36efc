import http from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../support/parley/local.ts';
import { sharedParley as parley } from '../../support/parley/shared.ts';
import { startParley } from '../../support/parley/system.ts';
import { visitPremium } from '../../support/people/premium.ts';
import { type Group, runCheck } from '../../tools/smoke/check.ts';
import { groups, smoke } from '../../tools/smoke/smoke.ts';
import { examine } from '../../tools/smoke/system.ts';

describe('the smoke check', () => {
  test('uses the whole product on one machine, and leaves no account behind', {
    timeout: 180_000,
  }, async () => {
    const own = await startParley({ flags: ['--data', 'memory', '--access-seconds', '3'] });
    onTestFinished(() => own.stop());
    const reported: string[] = [];
    const chosen = pick('pages', 'account', 'payments', 'voices', 'metrics', 'renewal').map((group) =>
      // The proof `engines` hears the others, which differ in a row of the table.
      group.name === 'voices' ? only(group, /\((en-US|ar|hi|zh|cy)\)$/) : group,
    );
    const results = await smoke(own.url, chosen, { report: ({ name }) => reported.push(name) });
    expect(results.filter(({ is }) => is === 'fail')).toEqual([]);
    expect(reported).toEqual(results.map(({ name }) => name));
    const passed = results.filter(({ is }) => is === 'ok').map(({ name }) => name);
    expect(passed).toEqual(
      expect.arrayContaining([
        'English is translated into Spanish',
        'the session outlives its access token',
        'Stripe’s signed webhook begins Premium',
        'voice Joanna (en-US)',
        'the account is deleted, and its subscription cancelled',
      ]),
    );
    expect(results.filter(({ is }) => is === 'skip').map(({ text }) => text)).toContain(
      'one machine has no CloudWatch',
    );
  });

  test('speaks, and understands what it said', { timeout: 120_000 }, async () => {
    const results = await smoke(parley.url, pick('speech'), { speed: 8 });
    expect(results).toEqual([
      expect.objectContaining({ is: 'ok', text: expect.stringMatching(/^\d+ of \d+ words$/) }),
      expect.objectContaining({ is: 'skip', text: 'no engine here' }),
    ]);
  });

  test('tries every language, and says which have no engine', async () => {
    const results = await smoke(parley.url, pick('translate', 'transcribe'));
    expect(results.filter(({ is }) => is === 'fail')).toEqual([]);
    expect(
      results.filter(({ name, is }) => name.startsWith('translate ') && is === 'ok').length,
    ).toBeGreaterThan(2);
    expect(results.find(({ name }) => name === 'transcribe en-US (en-US)')).toMatchObject({ is: 'ok' });
    expect(results.find(({ name }) => name === 'transcribe et-ET (et)')).toMatchObject({ is: 'skip' });
  });

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

function only(group: Group, names: RegExp): Group {
  return {
    ...group,
    listChecks: (system) => group.listChecks(system).filter(({ name }) => names.test(name)),
  };
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
