import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';

export type Cookies = ReturnType<typeof readCookies>;

/**
 * - `access` and `refresh`: the session's tokens
 * - `guest`: a guest's id, signed
 * - `signed-in`: `1`; tells the page and the edge that there is a session
 * - `language`: chosen by the visitor; written by the page
 * - `step-up`: a token of somebody who has just signed in again, encrypted
 * - `login-…`: one sign-in, named after its state
 */
export type CookieName =
  | 'access'
  | 'refresh'
  | 'guest'
  | 'signed-in'
  | 'language'
  | 'step-up'
  | `login-${string}`;

interface CookieOptions {
  readonly maxAgeSeconds: number;
  /** `lax` is also sent when another site links here. */
  readonly sameSite: 'strict' | 'lax';
}

export function readCookies(event: APIGatewayProxyEventV2, siteOrigin: string) {
  const isSecure = siteOrigin.startsWith('https:');
  const given = parseCookie(event.cookies?.join('; ') ?? '');
  const changed = new Map<CookieName, SetCookie>();

  const buildName = (name: CookieName) => {
    const plain = `parley_${name.replaceAll('-', '_')}`;
    return isSecure && !isReadable(name) ? `__Host-${plain}` : plain;
  };
  const change = (name: CookieName, value: string, { maxAgeSeconds, sameSite }: CookieOptions) =>
    changed.set(name, {
      name: buildName(name),
      value,
      maxAge: maxAgeSeconds,
      sameSite,
      httpOnly: !isReadable(name),
      secure: isSecure,
      path: '/',
    });
  return {
    listSignIns: () => {
      const start = buildName('login-');
      const names = Object.keys(given).filter((name) => name.startsWith(start));
      return names.map((name) => `login-${name.slice(start.length)}` as const);
    },
    get: (name: CookieName) =>
      changed.has(name) ? changed.get(name)?.value || undefined : given[buildName(name)],
    set: change,
    clear: (name: CookieName) => change(name, '', { maxAgeSeconds: 0, sameSite: 'lax' }),
    listChanges: () => [...changed.values()].map((each) => stringifySetCookie(each)),
  };
}

/** The page and the edge know it by its plain name. */
function isReadable(name: CookieName): boolean {
  return name === 'signed-in' || name === 'language';
}
