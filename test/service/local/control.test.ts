import { expect, test } from 'vitest';
import { sharedParley } from '../../support/parley/shared.ts';

const login = sharedParley.login;

test('a web page cannot run a job', async () => {
  expect((await ask('reconcile-subscriptions', {})).status).toBe(403);
  const preflight = await fetch(`${login}/local/jobs/reconcile-subscriptions`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-parley-local',
    },
  });
  expect(preflight.status).toBe(403);
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test('an unknown job is not found', async () => {
  expect((await ask('constructor', { 'x-parley-local': '1' })).status).toBe(404);
});

function ask(job: string, headers: Record<string, string>) {
  return fetch(`${login}/local/jobs/${job}`, { method: 'POST', headers });
}
