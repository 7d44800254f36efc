import { describe, expect, test } from 'vitest';
import { type CookieName, readCookies } from '../../../functions/request/cookies.ts';
import { expectLinear } from '../../support/growth.ts';
import { apiEvent, siteOrigin } from '../../support/handlers/event.ts';

const day = { maxAgeSeconds: 86_400, sameSite: 'strict' } as const;

test.each([
  ['access', '__Host-parley_access'],
  ['refresh', '__Host-parley_refresh'],
  ['guest', '__Host-parley_guest'],
  ['login-0af3', '__Host-parley_login_0af3'],
] as const)('%s is out of scripts’ reach, and bound to this host on https', (name, sentName) => {
  const cookies = read([]);
  cookies.set(name, 'value', day);
  expect(cookies.listChanges()).toEqual([
    `${sentName}=value; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Strict`,
  ]);
  expect(read([`${sentName}=value`]).get(name)).toBe('value');
});

test('signed-in can be read by pages, under its plain name', () => {
  const cookies = read([]);
  cookies.set('signed-in', '1', { ...day, sameSite: 'lax' });
  expect(cookies.listChanges()).toEqual(['parley_signed_in=1; Max-Age=86400; Path=/; Secure; SameSite=Lax']);
  expect(read(['parley_signed_in=1']).get('signed-in')).toBe('1');
});

test('on a site without https they work without Secure, and so without the prefix', () => {
  const cookies = read([], 'http://localhost:8787');
  cookies.set('access', 'value', day);
  expect(cookies.listChanges()).toEqual([
    'parley_access=value; Max-Age=86400; Path=/; HttpOnly; SameSite=Strict',
  ]);
  expect(read(['parley_access=value'], 'http://localhost:8787').get('access')).toBe('value');
});

test('on https a cookie without the prefix, which a sibling site could set, does not count', () => {
  expect(read(['parley_access=planted']).get('access')).toBeUndefined();
  expect(read(['parley_access=planted', '__Host-parley_access=own']).get('access')).toBe('own');
});

test('clearing sends an empty one that is over at once, with the attributes that the prefix demands', () => {
  const cookies = read(['__Host-parley_access=value']);
  cookies.clear('access');
  expect(cookies.get('access')).toBeUndefined();
  expect(cookies.listChanges()).toEqual([
    '__Host-parley_access=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
  ]);
});

test('each goes once, as it was set last, and what was set can be read', () => {
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

test('those of a kind that were sent can be listed, and no others', () => {
  const cookies = read([
    '__Host-parley_login_a',
    '__Host-parley_login_b=2',
    'parley_login_c=3',
    '__Host-parley_guest=4',
  ]);
  expect(cookies.listNames('login-')).toEqual(['login-b']);
});

test('nothing is sent where nothing changed', () => {
  const cookies = read(['__Host-parley_access=value']);
  cookies.get('access');
  expect(cookies.listChanges()).toEqual([]);
});

describe('a value', () => {
  test.each(['a b', 'a;b', 'a,b', '"', '\\', '%', 'a\r\nSet-Cookie: b=c', 'ä', '世界', '👋', '\u0000', ' '])(
    '%j comes back as it was, and breaks out of nothing',
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

describe('what a browser sends', () => {
  test('twice counts as it came first', () => {
    expect(read(['__Host-parley_guest=first', '__Host-parley_guest=second']).get('guest')).toBe('first');
  });

  test('in one line is taken apart', () => {
    const cookies = read(['__Host-parley_guest=a; __Host-parley_access=b;__Host-parley_refresh=c']);
    expect([cookies.get('guest'), cookies.get('access'), cookies.get('refresh')]).toEqual(['a', 'b', 'c']);
  });

  test('empty is there, and empty', () => {
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
  ])('that is none of ours is none: %j', (...lines) => {
    const cookies = read(lines);
    for (const name of ['access', 'refresh', 'guest', 'signed-in', 'login-__proto__'] as CookieName[]) {
      expect(cookies.get(name)).toBeUndefined();
    }
  });

  test('with broken percent-encoding stays unchanged', () => {
    expect(read(['__Host-parley_guest=%E0%A4%A']).get('guest')).toBe('%E0%A4%A');
  });

  test.each<[string, (size: number) => string[]]>([
    ['a long value', (size) => [`__Host-parley_guest=${'x'.repeat(size)}`]],
    ['many names', (size) => Array.from({ length: size / 20 }, (_, index) => `c${index}=${index}`)],
    ['many semicolons', (size) => [';'.repeat(size)]],
    ['many equals signs', (size) => ['='.repeat(size)]],
    ['many names without a value', (size) => [`${'a;'.repeat(size / 2)}=`]],
  ])('in absurd amounts (%s) is read in time that grows with them', (_what, linesOf) => {
    expectLinear(1_000_000, (size) => read(linesOf(size)).get('guest'));
  });
});

function read(cookies: string[], origin = siteOrigin) {
  return readCookies(apiEvent({ method: 'GET', path: '/', cookies }), origin);
}
