import { parseSetCookie } from 'cookie';
import type { Handler } from '../../../infra/local/gateway/gateway.ts';
import { type ApiRequest, apiEvent, invoke } from './event.ts';

/** Calls a handler as a browser with these cookies, under short names: `access`, `login-…`. */
export async function call(
  handler: Handler,
  request: Omit<ApiRequest, 'cookies' | 'method'> & { method?: string; cookies?: Record<string, string> },
): Promise<Answer> {
  const { cookies = {}, ...rest } = request;
  const event = apiEvent({
    method: 'GET',
    ...rest,
    cookies: Object.entries(cookies).map(([name, value]) => `${cookieName(name)}=${value}`),
  });
  const { statusCode, headers, body = '', cookies: sent = [] } = await invoke(handler, event);
  return {
    status: statusCode ?? 200,
    headers: headers ?? {},
    body,
    json: () => JSON.parse(body),
    cookies: new Map(
      sent.map((line) => {
        const cookie = parseSetCookie(line);
        return [shortName(cookie.name), cookie];
      }),
    ),
  };
}

/** The browser's cookies after an answer. */
export function keep(cookies: Record<string, string>, answer: Answer): Record<string, string> {
  const kept = new Map(Object.entries(cookies));
  for (const [name, { value = '', maxAge }] of answer.cookies) {
    if (maxAge === 0) kept.delete(name);
    else kept.set(name, value);
  }
  return Object.fromEntries(kept);
}

/** The names of the cookies that an answer clears. */
export function listCleared(answer: Answer): string[] {
  return [...answer.cookies]
    .flatMap(([name, { value, maxAge }]) => (!value && maxAge === 0 ? [name] : []))
    .sort();
}

/** Where the page after the login redirects to. */
export function readRedirect({ body }: Answer): string | undefined {
  return /content="0; url=([^"]*)"/.exec(body)?.[1];
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
  json(): Record<string, unknown>;
  readonly cookies: Map<string, ReturnType<typeof parseSetCookie>>;
}

export function cookieName(name: string): string {
  const plain = `parley_${name.replaceAll('-', '_')}`;
  return name === 'signed-in' || name === 'language' ? plain : `__Host-${plain}`;
}

function shortName(name: string): string {
  return name.replace(/^(__Host-)?parley_/, '').replaceAll('_', '-');
}
