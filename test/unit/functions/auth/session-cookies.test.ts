import { expect, test } from 'vitest';
import { clearSessionCookies, setSessionCookies } from '../../../../functions/auth/session-cookies.ts';
import { readCookies } from '../../../../functions/request/cookies.ts';
import { apiEvent, siteOrigin } from '../../../support/handlers/event.ts';

const given = [
  '__Host-parley_access=old',
  '__Host-parley_refresh=old',
  '__Host-parley_guest=me',
  'parley_signed_in=1',
];

test('a session is three cookies of 30 days; pages can read only the hint', () => {
  const cookies = read();
  setSessionCookies(cookies, { accessToken: 'a.b.c', refreshToken: 'd' });
  expect(cookies.listChanges()).toEqual([
    '__Host-parley_access=a.b.c; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-parley_refresh=d; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Strict',
    'parley_signed_in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
  ]);
});

test('they are cleared together; the guest’s stays', () => {
  const cookies = read();
  clearSessionCookies(cookies);
  expect(cookies.listChanges().map((line) => line.split(';', 2).join())).toEqual([
    '__Host-parley_access=, Max-Age=0',
    '__Host-parley_refresh=, Max-Age=0',
    'parley_signed_in=, Max-Age=0',
  ]);
  expect([cookies.get('access'), cookies.get('refresh'), cookies.get('guest')]).toEqual([
    undefined,
    undefined,
    'me',
  ]);
});

function read() {
  return readCookies(apiEvent({ method: 'GET', path: '/', cookies: given }), siteOrigin);
}
