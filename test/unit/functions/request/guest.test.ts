import { ulid } from 'ulid';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readCookies } from '../../../../functions/request/cookies.ts';
import { ensureGuestId, guestCookieDays, readGuest } from '../../../../functions/request/guest.ts';
import { sign } from '../../../../functions/request/signing.ts';
import { apiEvent, siteOrigin } from '../../../support/handlers/event.ts';

const day = 86_400_000;

beforeEach(() => {
  vi.stubEnv('SIGNING_SECRET', 'signing-secret-of-the-tests');
});

test('a new guest gets a cookie that identifies them later', () => {
  const first = read();
  const id = ensureGuestId(first, { setsCookie: true });
  const [line = ''] = first.listChanges();
  expect(line).toMatch(
    /^__Host-parley_guest=[0-9A-Z]{26}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const later = read(first.get('guest'));
  expect([readGuest(later), ensureGuestId(later, { setsCookie: true })]).toEqual([id, id]);
  expect(later.listChanges()).toEqual([]);
});

test('without minting, a new guest gets no cookie, and a new id each time', () => {
  const cookies = read();
  const ids = [ensureGuestId(cookies, { setsCookie: false }), ensureGuestId(cookies, { setsCookie: false })];
  expect(new Set(ids).size).toBe(2);
  expect(cookies.listChanges()).toEqual([]);
  expect(readGuest(cookies)).toBeUndefined();
});

test('a guest expires after 180 days, and not before', () => {
  const age = (days: number) => ulid(Date.now() - days * day);
  expect(readGuest(read(signed(age(guestCookieDays - 1))))).toBeDefined();
  expect(readGuest(read(signed(age(guestCookieDays + 1))))).toBeUndefined();
});

test('the 180 days end just before their last instant', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const since = Date.now() - guestCookieDays * day;
  expect(readGuest(read(signed(ulid(since + 1))))).toBeDefined();
  expect(readGuest(read(signed(ulid(since))))).toBeUndefined();
});

test('a signature never changes, so that existing cookies stay valid', () => {
  expect(sign('guest', '01JD0000000000000000000000')).toBe('R2HDuDOZ3KlJYcXWyBma4mtatqozU6TXllUBt7hxkGM');
});

test('trials are signed with their own secret, which stays when the other one is rotated', () => {
  vi.stubEnv('TRIAL_SECRET', 'a trial secret');
  const signed = sign('trial', 'card');
  vi.stubEnv('SIGNING_SECRET', 'a rotated secret');
  expect(sign('trial', 'card')).toBe(signed);
  vi.stubEnv('TRIAL_SECRET', 'another trial secret');
  expect(sign('trial', 'card')).not.toBe(signed);
  vi.unstubAllEnvs();
});

test('with another secret no cookie is valid', () => {
  const cookie = signed(ulid());
  vi.stubEnv('SIGNING_SECRET', 'another');
  expect(readGuest(read(cookie))).toBeUndefined();
});

describe('a forged cookie identifies no one, and the answer sets a new one:', () => {
  const id = ulid();
  const other = ulid();
  test.each([
    ['no signature', () => id],
    ['an empty signature', () => `${id}.`],
    ['another guest’s signature', () => `${id}.${sign('guest', other)}`],
    ['a signature for another purpose', () => `${id}.${sign('address', id)}`],
    ['a cut signature', () => signed(id).slice(0, -1)],
    ['a longer signature', () => `${signed(id)}A`],
    ['one more part', () => `${signed(id)}.x`],
    ['small letters', () => signed(id).toLowerCase()],
    ['an empty id', () => `.${sign('guest', '')}`],
    ['nothing', () => ''],
    ['a dot', () => '.'],
    ['200,000 letters', () => 'x'.repeat(200_000)],
    ['200,000 dots', () => '.'.repeat(200_000)],
    ['line breaks', () => `${id}\r\n.${sign('guest', id)}`],
  ])('%s', (_what, cookie) => {
    const cookies = read(cookie());
    expect(readGuest(cookies)).toBeUndefined();
    expect(ensureGuestId(cookies, { setsCookie: true })).not.toBe(id);
    expect(cookies.listChanges()).toHaveLength(1);
  });
});

test.each([
  'not-a-ulid',
  '01JD000000000000000000000',
  '01JD00000000000000000000000',
  '81JD0000000000000000000000',
  'ZZZZZZZZZZZZZZZZZZZZZZZZZZ',
  '01JD000000000000000000000U',
  '01jd0000000000000000000000',
  '',
])('a signed %j is not a guest’s id, and breaks nothing', (id) => {
  expect(readGuest(read(signed(id)))).toBeUndefined();
});

function read(guest?: string) {
  const cookies = guest === undefined ? [] : [`__Host-parley_guest=${encodeURIComponent(guest)}`];
  return readCookies(apiEvent({ method: 'GET', path: '/', cookies }), siteOrigin);
}

function signed(id: string): string {
  return `${id}.${sign('guest', id)}`;
}
