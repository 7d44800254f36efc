import { describe, expect, test } from 'vitest';
import { findCaller } from '../../functions/caller.ts';
import { Unauthenticated } from '../../functions/errors.ts';
import { apiEvent } from '../event.ts';

const { signal } = new AbortController();

test.each(['public', 'guest'] as const)('access %s finds a caller of that kind', (access) => {
  const event = apiEvent({ method: 'GET', path: '/api/health', sourceIp: '203.0.113.7' });
  expect(findCaller(access, event, signal)).toEqual({
    kind: access,
    requestId: event.requestContext.requestId,
    address: '203.0.113.7',
    signal,
  });
});

test.each(['user', 'premium', 'stripe'] as const)('access %s finds nobody', (access) => {
  const event = apiEvent({ method: 'GET', path: '/api/health' });
  expect(() => findCaller(access, event, signal)).toThrow(Unauthenticated);
});

describe('the viewer’s address', () => {
  test('is the one that the edge wrote', () => {
    expect(address({ 'x-viewer-address': '2001:db8::7' })).toBe('2001:db8::7');
  });

  test('is the socket’s where there is no edge', () => {
    expect(address({})).toBe('203.0.113.7');
  });

  test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'cloudfront-viewer-address'])(
    'is never what a client says in %s',
    (header) => {
      expect(address({ [header]: '198.51.100.9' })).toBe('203.0.113.7');
    },
  );
});

function address(headers: Record<string, string>) {
  const event = apiEvent({ method: 'GET', path: '/api/health', sourceIp: '203.0.113.7', headers });
  return findCaller('public', event, signal).address;
}
