import { randomUUID } from 'node:crypto';
import { parseSetCookie, stringifyCookie } from 'cookie';

/** A visitor with their own cookies. */
export interface Visitor {
  /** The site, without a slash at the end. */
  readonly url: string;
  /** The site's cookies by name. */
  readonly cookies: Map<string, string>;
  /** Fetches like a page of the site, with the visitor's cookies; redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** The same with a JSON body. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** An account of the hosted login. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** @param url a running Parley's site; the visitor has no cookies yet */
export function visit(url: string): Visitor {
  const cookies = new Map<string, string>();
  const send: Visitor['fetch'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin');
    return fetchWithCookies(cookies, url + path, { ...init, headers });
  };
  return {
    url,
    cookies,
    fetch: send,
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/**
 * Makes an account through the hosted login's own form, which leaves the visitor signed in.
 *
 * @param person missing fields are made up, with a unique email address
 */
export async function signUp(visitor: Visitor, person: Partial<Person> = {}): Promise<Person> {
  const made: Person = {
    email: `${randomUUID()}@parley.example`,
    password: 'Correct-horse-7',
    firstName: 'Ada',
    lastName: 'Lovelace',
    ...person,
  };
  const { email, password, firstName, lastName } = made;
  await passLogin(visitor, '/api/login?signup', {
    email,
    password,
    given_name: firstName,
    family_name: lastName,
  });
  return made;
}

/** Signs in through the hosted login's form; an earlier session is replaced. */
export async function signIn(visitor: Visitor, { email, password, code }: SignIn): Promise<void> {
  await passLogin(visitor, '/api/login', { email, password }, code);
}

/** Signs in again before a change of the account. The session stays. */
export async function confirmPassword(
  visitor: Visitor,
  { email, password, code }: SignIn,
  change: 'email' | 'second-factor' = 'email',
): Promise<void> {
  await passLogin(visitor, `/api/login?confirm=${change}`, { email, password }, code);
}

interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Of the account's second factor. */
  readonly code?: string;
}

/** Goes from the site to the login's form and back to the callback, like a browser without JavaScript. */
async function passLogin(
  visitor: Visitor,
  start: string,
  fields: Record<string, string>,
  code?: string,
): Promise<void> {
  // The login's session would skip the form, perhaps for another user.
  const loginCookies = new Map<string, string>();
  const form = await follow(loginCookies, locationOf(await visitor.fetch(start)), visitor.url);
  if (form.response.status !== 200)
    throw new Error(`${form.url} answered ${form.response.status}, not the form`);
  const send = (url: string, body: Record<string, string>) =>
    fetchWithCookies(loginCookies, url, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(body),
    });
  let sent = await send(form.url, fields);
  if (sent.status === 200 && code !== undefined) {
    const [, challenge = ''] = /name="challenge" value="([^"]+)"/.exec(await sent.text()) ?? [];
    sent = await send(form.url.replace('/login?', '/mfa?'), { challenge, code });
  }
  if (sent.status === 200) throw new Error(`The login showed a form again: ${alertOf(await sent.text())}`);
  const end = await follow(loginCookies, new URL(locationOf(sent), form.url).href, visitor.url);
  if (!end.url.startsWith(`${visitor.url}/`)) {
    throw new Error(`The login ended at ${end.url} with ${end.response.status}`);
  }
  const callback = await visitor.fetch(end.url.slice(visitor.url.length), {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });
  const page = await callback.text();
  if (callback.status !== 200 || !visitor.cookies.has('parley_signed_in')) {
    throw new Error(`The callback answered ${callback.status} and no session: ${page}`);
  }
}

/** Follows the login's redirects up to a page, or up to one to the site, which is not requested. */
async function follow(cookies: Map<string, string>, start: string, siteUrl: string) {
  let url = start;
  let response = new Response(null, { status: 204 });
  for (let hops = 0; hops < 10 && !url.startsWith(`${siteUrl}/`); hops += 1) {
    response = await fetchWithCookies(cookies, url);
    if (response.status < 300 || response.status > 399) break;
    url = new URL(locationOf(response), url).href;
  }
  return { url, response };
}

async function fetchWithCookies(cookies: Map<string, string>, url: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  if (cookies.size > 0 && !headers.has('cookie'))
    headers.set('cookie', stringifyCookie(Object.fromEntries(cookies)));
  const response = await fetch(url, { ...init, headers, redirect: 'manual' });
  for (const line of response.headers.getSetCookie()) {
    const { name, value, maxAge, expires } = parseSetCookie(line);
    const isOver = maxAge !== undefined ? maxAge <= 0 : expires !== undefined && expires <= new Date();
    if (isOver) cookies.delete(name);
    else cookies.set(name, value ?? '');
  }
  return response;
}

function locationOf(response: Response): string {
  const location = response.headers.get('location');
  if (!location) throw new Error(`${response.url} answered ${response.status} and led nowhere`);
  return location;
}

/** The form's error. */
function alertOf(html: string): string {
  return (/role="alert"[^>]*>([^<]*)/.exec(html)?.[1] ?? 'no reason given').trim();
}
