import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { stringifyCookie } from 'cookie';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EndpointId, endpoints } from '../../../shared/api/index.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { apiEvent, originSecret } from '../../support/handlers/event.ts';
import { type RunningParley, startParley } from '../../support/parley/system.ts';
import { signUp, type Visitor, visit } from '../../support/people/session.ts';
import type { Outcome } from './renewal-process.ts';

const accessSeconds = 5;

let parley: RunningParley;
const children: ChildProcess[] = [];

beforeAll(async () => {
  parley = await startParley({ flags: ['--data', 'memory', '--access-seconds', `${accessSeconds}`] });
});

afterAll(async () => {
  for (const child of children) child.kill();
  await parley.stop();
});

test('50 requests over 5 functions in 5 processes, just after the token expired: nobody is logged out, and each process renews once', async () => {
  const visitor = visit(parley.url);
  await signUp(visitor);
  const functions = await Promise.all(
    (['auth.user', 'settings.read', 'settings.save', 'billing.status', 'translation.list'] as const).map(
      async (id) => ({ id, child: await startFunction(id, claimsOf(visitor).client_id) }),
    ),
  );
  await expiryOf(visitor);

  const outcomes = await Promise.all(
    functions.map(({ id, child }) => sendAll(child, Array(10).fill(eventOf(id, visitor)))),
  );

  expect(outcomes.flatMap(({ statuses }) => statuses)).toEqual(Array(50).fill(200));
  expect(outcomes.map(({ renewals }) => renewals)).toEqual([1, 1, 1, 1, 1]);
});

test('the cookies from before are as good as the renewed ones, also afterwards', async () => {
  const visitor = visit(parley.url);
  await signUp(visitor);
  const old = new Map(visitor.cookies);
  await expiryOf(visitor);
  expect((await visitor.fetch('/api/auth/user')).status).toBe(200);
  expect(visitor.cookies.get('parley_access')).not.toBe(old.get('parley_access'));
  const cookie = stringifyCookie(Object.fromEntries(old));
  expect((await fetch(`${parley.url}/api/auth/user`, { headers: { cookie } })).status).toBe(200);
});

async function startFunction(id: EndpointId, clientId: string): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'renewal-process.ts'), [id], {
    env: {
      ...process.env,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_DYNAMODB: parley.dynamodb,
      SITE_ORIGIN: parley.url,
      ORIGIN_SECRET: originSecret,
      SIGNING_SECRET: 'signing-secret-of-the-tests',
      USERS_TABLE: 'users',
      USAGE_TABLE: 'usage',
      LOGIN_ORIGIN: parley.login,
      LOGIN_CLIENT_ID: clientId,
      LOGIN_ISSUER: `${parley.login}/us-east-1_local`,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function sendAll(child: ChildProcess, events: object[]): Promise<Outcome> {
  const answered = once(child, 'message');
  child.send(events);
  const [outcome] = await answered;
  return outcome as Outcome;
}

function eventOf(id: EndpointId, visitor: Visitor) {
  const { method, path: pathOfRow } = endpoints[id];
  return apiEvent({
    method,
    path: pathOfRow,
    cookies: [...visitor.cookies].map(([name, value]) => `${name}=${value}`),
    ...(id === 'settings.save' && { body: defaultSettings }),
  });
}

/** Waits until the visitor's access token is over. */
async function expiryOf(visitor: Visitor): Promise<void> {
  const { exp } = claimsOf(visitor);
  await new Promise((over) => setTimeout(over, exp * 1_000 - Date.now() + 1_000));
}

function claimsOf(visitor: Visitor): { exp: number; client_id: string } {
  const [, payload = ''] = visitor.cookies.get('parley_access')?.split('.') ?? [];
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}
