import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logProbed } from '../../../functions/telemetry/events.ts';
import { startS3 } from '../../../infra/local/providers/s3.ts';
import type { StatusReport } from '../../../shared/status/report.schema.ts';
import { functionEnvironment, runJob } from '../../support/handlers/event.ts';
import { catchLogLines } from '../../support/handlers/log-lines.ts';

type Answer = [status: number, body: unknown, headers?: http.OutgoingHttpHeaders];

/** A site with its login, as the probe sees them. */
const working: Record<string, Answer> = {
  '/': [200, '<!doctype html><script src="/assets/main.js"></script>'],
  '/api/translate': [200, { translatedText: 'Taxi', uncounted: 'unchanged' }],
  '/api/health': [200, { engines: { recognition: engine(['en-US']), speech: engine(['en-US', 'es-ES']) } }],
  '/api/login': [302, '', { location: '/oauth2/authorize?client_id=site' }],
  '/oauth2/authorize': [302, '', { location: '/login?client_id=site' }],
  '/login': [200, '<form>', { 'content-type': 'text/html; charset=utf-8' }],
  '/api/stripe-config': [200, { publishableKey: 'pk_test_1' }],
};
let answers = working;
let calls: string[] = [];
const site = http.createServer((request, response) => {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  calls.push(`${request.method} ${path}`);
  const [status, body, headers = {}] = answers[path] ?? [404, ''];
  const location = headers.location && new URL(`${headers.location}`, origin).href;
  response.writeHead(status, { ...headers, ...(location && { location }) });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
});
let origin = '';
const lines = catchLogLines();
const s3 = await startS3();
Object.assign(process.env, functionEnvironment, s3.environment);
const { checkParts } = await import('../../../functions/system/checks.ts');
const { publishStatus } = await import('../../../functions/system/status-file.ts');
const { handler } = await import('../../../functions/jobs/probe.ts');

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  process.env.SITE_ORIGIN = origin;
});

beforeEach(() => {
  answers = working;
  calls = [];
});

afterAll(async () => {
  site.close();
  await s3.stop();
});

test('a probe of a working product publishes that everything works, and counts nothing broken', async () => {
  await runJob('probe', handler);
  const { checkedAt, parts } = readStatus();
  expect(Object.entries(parts).map(([part, { state, since }]) => [part, state, since])).toEqual(
    ['site', 'translation', 'recognition', 'speech', 'accounts', 'payments'].map((part) => [
      part,
      'up',
      checkedAt,
    ]),
  );
  expect(lines.find(({ event }) => event === 'probed')).toMatchObject({
    level: 'info',
    broken: [],
    BrokenParts: 0,
  });
  expect(calls.filter((call) => call === 'POST /api/translate')).toHaveLength(1);
});

test.each<[part: string, change: Record<string, Answer>]>([
  ['site', { '/': [200, '<Error>AccessDenied</Error>'] }],
  ['site', { '/': [503, '<script>'] }],
  ['translation', { '/api/translate': [502, { code: 'provider_failed' }] }],
  ['translation', { '/api/translate': [503, 'Service Unavailable'] }],
  ['recognition', { '/api/health': [200, { engines: { recognition: down(), speech: engine(['en-US']) } }] }],
  ['speech', { '/api/health': [200, { engines: { recognition: engine(['en-US']), speech: down() } }] }],
  ['accounts', { '/api/login': [500, { code: 'internal' }] }],
  ['accounts', { '/login': [404, 'No such client', { 'content-type': 'text/html' }] }],
  ['accounts', { '/login': [200, 'null', { 'content-type': 'application/json' }] }],
  ['payments', { '/api/stripe-config': [500, { code: 'internal' }] }],
])('only %s is down when it answers %j', async (part, change) => {
  answers = { ...working, ...change };
  const states = await checkParts(0);
  expect(Object.entries(states).filter(([, state]) => state !== 'up')).toEqual([[part, 'down']]);
});

test('a fault that is gone at the second try is no outage', async () => {
  answers = { ...working, '/': [503, ''] };
  const checking = checkParts(200);
  await expect.poll(() => calls).toContain('GET /');
  answers = working;
  expect((await checking).site).toBe('up');
});

test('a ceiling that guests have reached is no outage, and payments without keys are not offered', async () => {
  answers = {
    ...working,
    '/api/translate': [429, { code: 'rate_limited' }],
    '/api/stripe-config': [503, { code: 'payments_unavailable' }],
  };
  expect(await checkParts(0)).toMatchObject({ translation: 'up', payments: 'off' });
});

test('a machine without a recogniser does not offer recognition', async () => {
  answers = {
    ...working,
    '/api/health': [200, { engines: { recognition: engine([]), speech: engine([]) } }],
  };
  expect(await checkParts(0)).toMatchObject({ recognition: 'off', speech: 'off' });
});

test('a part keeps the time since which it is in its state', async () => {
  const up = await checkParts(0);
  await publishStatus({ ...up, speech: 'down' }, new Date('2026-11-28T12:00:00Z'));
  await publishStatus({ ...up, speech: 'down', site: 'down' }, new Date('2026-11-28T12:10:00Z'));
  expect(readStatus()).toMatchObject({
    checkedAt: '2026-11-28T12:10:00.000Z',
    parts: {
      site: { state: 'down', since: '2026-11-28T12:10:00.000Z' },
      speech: { state: 'down', since: '2026-11-28T12:00:00.000Z' },
    },
  });
  await publishStatus(up, new Date('2026-11-28T12:20:00Z'));
  expect(readStatus().parts.speech).toEqual({ state: 'up', since: '2026-11-28T12:20:00.000Z' });
});

test('broken parts are counted for the alarm', () => {
  logProbed({ broken: ['site', 'speech'] });
  expect(lines).toMatchObject([{ level: 'error', broken: ['site', 'speech'], BrokenParts: 2 }]);
});

function readStatus(): StatusReport {
  let body = '';
  const response = { writeHead: () => response, end: (given: Buffer) => (body = `${given}`) };
  s3.serve('/status.json', response as unknown as http.ServerResponse);
  return JSON.parse(body);
}

function engine(languages: string[]) {
  return { up: true, languages };
}

function down() {
  return { up: false, languages: [] };
}
