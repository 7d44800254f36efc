import { describe, expect, test } from 'vitest';
import { type CookieName, readCookies } from '../../../../functions/request/cookies.ts';
import { apiEvent, siteOrigin } from '../../../support/handlers/event.ts';

const day = { maxAgeSeconds: 86_400, sameSite: 'strict' } as const;

test.each([
  ['access', '__Host-parley_access'],
  ['refresh', '__Host-parley_refresh'],
  ['guest', '__Host-parley_guest'],
  ['login-0af3', '__Host-parley_login_0af3'],
] as const)('%s is hidden from scripts, and bound to this host on https', (name, sentName) => {
  const cookies = read([]);
  cookies.set(name, 'value', day);
  expect(cookies.listChanges()).toEqual([
    `${sentName}=value; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Strict`,
  ]);
  expect(read([`${sentName}=value`]).get(name)).toBe('value');
});

test('pages can read signed-in, under its plain name', () => {
  const cookies = read([]);
  cookies.set('signed-in', '1', { ...day, sameSite: 'lax' });
  expect(cookies.listChanges()).toEqual(['parley_signed_in=1; Max-Age=86400; Path=/; Secure; SameSite=Lax']);
  expect(read(['parley_signed_in=1']).get('signed-in')).toBe('1');
});

test('without https they have neither Secure nor the prefix', () => {
  const cookies = read([], 'http://localhost:8787');
  cookies.set('access', 'value', day);
  expect(cookies.listChanges()).toEqual([
    'parley_access=value; Max-Age=86400; Path=/; HttpOnly; SameSite=Strict',
  ]);
  expect(read(['parley_access=value'], 'http://localhost:8787').get('access')).toBe('value');
});

test('on https a cookie without the prefix is ignored, because a sibling site could set it', () => {
  expect(read(['parley_access=planted']).get('access')).toBeUndefined();
  expect(read(['parley_access=planted', '__Host-parley_access=own']).get('access')).toBe('own');
});

test('clearing sends an empty, expired one with the attributes that the prefix requires', () => {
  const cookies = read(['__Host-parley_access=value']);
  cookies.clear('access');
  expect(cookies.get('access')).toBeUndefined();
  expect(cookies.listChanges()).toEqual([
    '__Host-parley_access=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  ]);
});

test('each is sent once with its last value, which can be read', () => {
  const cookies = read(['__Host-parley_access=old', '__Host-parley_refresh=kept']);
  cookies.clear('access');
  cookies.set('access', 'first', day);
  cookies.set('access', 'second', day);
  expect(cookies.listChanges()).toEqual([expect.stringContaining('=second;')]);
  expect([cookies.get('access'), cookies.get('refresh'), cookies.get('guest')]).toEqual([
    'second',
    'kept',
    undefined,
  ]);
});

test('exactly the received ones of a kind are listed', () => {
  const cookies = read([
    '__Host-parley_login_a',
    '__Host-parley_login_b=2',
    'parley_login_c=3',
    '__Host-parley_guest=4',
  ]);
  expect(cookies.listSignIns()).toEqual(['login-b']);
});

test('nothing is sent without changes', () => {
  const cookies = read(['__Host-parley_access=value']);
  cookies.get('access');
  expect(cookies.listChanges()).toEqual([]);
});

describe('a value', () => {
  test.each(['a b', 'a;b', 'a,b', '"', '\\', '%', 'a\r\nSet-Cookie: b=c', 'ä', '世界', '👋', '\u0000', ' '])(
    '%j comes back unchanged, and cannot inject attributes',
    (value) => {
      const cookies = read([]);
      cookies.set('guest', value, day);
      const [line = ''] = cookies.listChanges();
      expect(line).toMatch(
        /^__Host-parley_guest=[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*; Max-Age=86400; /,
      );
      expect(read([line.split(';', 1)[0] ?? '']).get('guest')).toBe(value);
    },
  );
});

describe('a received header', () => {
  test('uses the first of two', () => {
    expect(read(['__Host-parley_guest=first', '__Host-parley_guest=second']).get('guest')).toBe('first');
  });

  test('with several cookies is split', () => {
    const cookies = read(['__Host-parley_guest=a; __Host-parley_access=b;__Host-parley_refresh=c']);
    expect([cookies.get('guest'), cookies.get('access'), cookies.get('refresh')]).toEqual(['a', 'b', 'c']);
  });

  test('keeps an empty value', () => {
    expect(read(['__Host-parley_access=']).get('access')).toBe('');
  });

  test.each([
    [],
    [''],
    ['='],
    ['=value'],
    [';;;'],
    ['__Host-parley_access'],
    ['__proto__=x', 'constructor=y', 'toString=z'],
    ['__host-parley_access=lower'],
    ['__Host-parley_accesss=longer'],
    ['\u0000'],
  ])('with foreign names is ignored: %j', (...lines) => {
    const cookies = read(lines);
    for (const name of ['access', 'refresh', 'guest', 'signed-in', 'login-__proto__'] as CookieName[]) {
      expect(cookies.get(name)).toBeUndefined();
    }
  });

  test('with broken percent-encoding stays unchanged', () => {
    expect(read(['__Host-parley_guest=%E0%A4%A']).get('guest')).toBe('%E0%A4%A');
  });
});

function read(cookies: string[], origin = siteOrigin) {
  return readCookies(apiEvent({ method: 'GET', path: '/', cookies }), origin);
}
