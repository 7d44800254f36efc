import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { AccountDeleted, PremiumRequired, SessionExpired } from '../../functions/errors.ts';
import { findCaller } from '../../functions/request/caller.ts';
import { readCookies } from '../../functions/request/cookies.ts';
import { sign } from '../../functions/request/signing.ts';
import type { Access, EndpointRow } from '../../shared/api/endpoint.ts';
import { apiEvent, siteOrigin } from '../support/handlers/event.ts';
import { startInProcess } from '../support/handlers/in-process.ts';
import { cookieName } from '../support/handlers/jar.ts';
import { monthly } from '../support/people/profiles.ts';

const { issuer, user } = await startInProcess();

const { signal } = new AbortController();
const guestId = ulid();
const guest = `${guestId}.${sign('guest', guestId)}`;
describe('no caller is looked up', () => {
  test.each(['public', 'stripe'] as const)('for access %s, with any cookies', async (access) => {
    const { id: sub } = await user();
    for (const cookies of [{}, { guest }, { access: await issuer.mint({ sub }) }, { access: 'garbage' }]) {
      const found = await find({ access, cookies });
      expect(found.caller).toEqual({
        kind: 'public',
        isOwnNavigation: true,
        language: 'en',
        userAgent: expect.stringContaining('Mozilla/5.0'),
        requestId: found.requestId,
        address: '203.0.113.7',
        signal,
        cookies: found.cookies,
      });
      expect(found.cookies.listChanges()).toEqual([]);
    }
  });
});

describe('a guest', () => {
  test('is the cookie’s', async () => {
    const { caller, cookies } = await find({ access: 'guest', cookies: { guest } });
    expect(caller).toMatchObject({ kind: 'guest', guestId });
    expect(cookies.listChanges()).toEqual([]);
  });

  test.each([
    ['a POST', { method: 'POST' }, true],
    ['a DELETE', { method: 'DELETE' }, true],
    ['a GET', { method: 'GET' }, false],
    ['a GET whose row says so', { method: 'GET', setsGuestCookie: true }, true],
  ] as const)('who is new and sends %s is told who they are: %3$s', async (_what, row, told) => {
    const { caller, cookies } = await find({ access: 'guest', row });
    expect(caller).toMatchObject({ kind: 'guest', guestId: expect.stringMatching(/^[0-9A-Z]{26}$/) });
    expect(cookies.listChanges().length).toBe(told ? 1 : 0);
  });
});

describe('a user', () => {
  test('is the verified token’s, with groups and profile, also where a guest would suffice', async () => {
    const { id: sub } = await user({ firstName: 'Grace' });
    const access = await issuer.mint({ sub, 'cognito:groups': ['operators'] });
    for (const wanted of ['guest', 'user'] as const) {
      const { caller } = await find({ access: wanted, cookies: { access, guest } });
      expect(caller).toMatchObject({
        kind: 'free',
        userId: sub,
        groups: ['operators'],
        profile: { firstName: 'Grace' },
      });
      expect(caller).not.toHaveProperty('guestId');
    }
  });

  test.each([
    ['none', undefined, 'free'],
    ['an active one', monthly, 'premium'],
    ['a trial', { ...monthly, status: 'trialing' }, 'premium'],
    [
      'a cancelled one before its end',
      { ...monthly, status: 'canceled', endsAt: '2999-01-01T00:00:00Z' },
      'premium',
    ],
    [
      'a cancelled one after its end',
      { ...monthly, status: 'canceled', endsAt: '2020-01-01T00:00:00Z' },
      'free',
    ],
    ['an unpaid one', { ...monthly, status: 'past_due', isPremium: false }, 'free'],
  ] as const)('with a subscription (%s) is %3$s', async (_what, subscription, kind) => {
    const { id: sub } = await user(subscription && { subscription });
    const cookies = { access: await issuer.mint({ sub }) };
    expect((await find({ access: 'user', cookies })).caller.kind).toBe(kind);
    const premiumRow = find({ access: 'premium', cookies });
    if (kind === 'premium') expect((await premiumRow).caller.kind).toBe('premium');
    else await expect(premiumRow).rejects.toThrow(PremiumRequired);
  });

  test.each(['guest', 'user', 'premium'] as const)(
    'with invalid cookies is refused for access %s, not treated as a guest',
    async (access) => {
      for (const token of ['garbage', '']) {
        await expect(find({ access, cookies: { access: token, guest } })).rejects.toThrow(SessionExpired);
      }
      const deleted = await issuer.mint({ sub: randomUUID() });
      await expect(find({ access, cookies: { access: deleted, guest } })).rejects.toThrow(AccountDeleted);
    },
  );
});

describe('the viewer’s address', () => {
  test('comes from the edge', async () => {
    expect(await address({ 'x-viewer-address': '2001:db8::7' })).toBe('2001:db8::7');
  });

  test('is the socket’s without an edge', async () => {
    expect(await address({})).toBe('203.0.113.7');
  });

  test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'cloudfront-viewer-address'])(
    'never comes from a client’s %s',
    async (header) => {
      expect(await address({ [header]: '198.51.100.9' })).toBe('203.0.113.7');
    },
  );
});

async function address(headers: Record<string, string>) {
  return (await find({ access: 'public', headers })).caller.address;
}

async function find(request: {
  access: Access;
  row?: Partial<EndpointRow>;
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
}) {
  const row: EndpointRow = { method: 'GET', path: '/api/health', access: request.access, ...request.row };
  const event = apiEvent({
    method: row.method,
    path: row.path,
    headers: request.headers ?? {},
    cookies: Object.entries(request.cookies ?? {}).map(([name, value]) => `${cookieName(name)}=${value}`),
  });
  const cookies = readCookies(event, siteOrigin);
  const caller = await findCaller(row, event, cookies, signal);
  return { caller, cookies, requestId: event.requestContext.requestId };
}
