import fc from 'fast-check';
import type * as z from 'zod/mini';
import type { Access, EndpointRow } from '../../../shared/api/endpoint.ts';
import { type EndpointId, endpoints } from '../../../shared/api/index.ts';
import { listMethods, matchPath } from '../../../shared/api/path.ts';
import { contractOf } from '../../support/handlers/contracts.ts';
import { type Bytes, bytesOf, damaged, json, mostly, rawBytes } from './bodies.ts';
import { formsOf } from './forms.ts';
import { hostileText, hostileValue, mark, valuesOf } from './values.ts';

export interface Attack {
  readonly endpoint: EndpointId;
  readonly who: Who;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes | undefined;
}

/**
 * `nobody` has no cookies or forged ones; `guest` has used everything up; `leaver` has just signed up, for what
 * ends an account or a session.
 */
export type Who = 'nobody' | 'guest' | 'free' | 'premium' | 'leaver';

export async function attacksOn(id: EndpointId): Promise<fc.Arbitrary<Attack>> {
  const row: EndpointRow = endpoints[id];
  const { input } = await contractOf(id);
  return fc
    .record({
      who: fc.constantFrom(...callers(id, row.access)),
      address: row.path === '$default' ? wrongAddresses : addressesOf(row, input),
      sent: row.path === '$default' ? bodiesFor('json', input) : bodiesFor(row.body, input),
      headers: strangeHeaders,
      key: row.idempotent ? fc.option(headerText, { nil: undefined }) : fc.constant(undefined),
      cookie: fc.option(cookies, { nil: undefined }),
    })
    .map(({ who, address, sent, headers, key, cookie }) => ({
      ...{ endpoint: id, who, ...address },
      headers: {
        ...sent.headers,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(who === 'nobody' && cookie !== undefined && { cookie }),
        ...headers,
      },
      body: ['GET', 'HEAD'].includes(address.method) ? undefined : sent.body,
    }));
}

const deletesCaller: ReadonlySet<EndpointId> = new Set(['auth.logout', 'account.remove']);

/** Most requests come from callers who get far. */
function callers(id: EndpointId, access: Access): Who[] {
  if (deletesCaller.has(id)) return shares({ nobody: 60, guest: 39, leaver: 1 });
  return shares(
    {
      public: { nobody: 4, guest: 1, premium: 1 },
      guest: { guest: 6, free: 4, premium: 2, nobody: 1 },
      user: { free: 5, premium: 5, nobody: 1 },
      premium: { premium: 8, free: 1, guest: 1, nobody: 1 },
      stripe: { nobody: 1 },
    }[access],
  );
}

function shares(counts: Partial<Record<Who, number>>): Who[] {
  return (Object.entries(counts) as [Who, number][]).flatMap(([who, count]) => Array<Who>(count).fill(who));
}

type Address = Pick<Attack, 'method' | 'path'>;

function addressesOf(row: EndpointRow, input: z.ZodMiniType): fc.Arbitrary<Address> {
  return fieldsOf(input).chain((fields) => {
    const names = [...row.path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name);
    const path = names.reduce((all, name) => all.replace(`{${name}}`, pathPart(fields[name])), row.path);
    if (row.body) return fc.constant({ method: row.method, path });
    const asked = Object.entries(fields).filter(
      ([name, value]) => !names.includes(name) && value !== undefined,
    );
    const query = new URLSearchParams(asked.map(([name, value]) => [name, textOf(value)])).toString();
    return strangeQueries.map((more) => {
      const all = [query, more].filter((each) => each !== '').join('&');
      return { method: row.method, path: all === '' ? path : `${path}?${all}` };
    });
  });
}

/** Servers take addresses of some kilobytes, and never an empty part. */
function pathPart(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed().slice(0, 1_000)).replaceAll('.', '%2E') || '%20';
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : new TextDecoder().decode(json(value));
  return text.slice(0, 3_000);
}

const strangeQueries = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '%E0%A4%A',
      '=',
      '&&&',
      'cursor=1&cursor=2',
      'a[b]=c',
      '__proto__=1',
      '%00=%00',
      'page',
      `${mark}=${mark}`,
    ),
  },
  {
    weight: 1,
    arbitrary: hostileText.map((text) => `more=${encodeURIComponent(text.toWellFormed().slice(0, 1_000))}`),
  },
);

const wrongAddresses: fc.Arbitrary<Address> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...Object.values(endpoints)),
      fc.constantFrom('PUT', 'PATCH', 'OPTIONS', 'HEAD', 'DELETE', 'GET'),
    )
    .map(([{ path }, method]) => ({ method, path: path.replace('{id}', '01ARZ3NDEKTSV4RRFFQ69G5FAV') }))
    .filter(({ method, path }) => path !== '$default' && !isPromised(method, path)),
  fc
    .tuple(
      fc.constantFrom(...Object.values(endpoints)),
      fc.constantFrom('/', '//x', '%2f', ';a', '%00', '.json', '/%2e%2e/x/y', `/${mark}`),
    )
    .map(([{ path, method }, more]) => ({
      method: method === 'ANY' ? 'GET' : method,
      path: `${path === '$default' ? '/api/' : path}${more}`,
    }))
    .filter(({ path }) => !path.includes('{')),
  hostileText.map((text) => ({
    method: 'GET',
    path: `/api/${encodeURIComponent(text.toWellFormed().slice(0, 1_000))}/x`,
  })),
);

function isPromised(method: string, path: string): boolean {
  return Object.values(endpoints).some(
    (row) => listMethods(row).includes(method) && matchPath(row.path, path) !== undefined,
  );
}

function fieldsOf(input: z.ZodMiniType): fc.Arbitrary<Record<string, unknown>> {
  const fields = valuesOf(input, 6) as fc.Arbitrary<Record<string, unknown>>;
  const more = fc.option(
    fc.dictionary(fc.constantFrom('__proto__x', 'pk', 'userId', 'customer', 'then', mark), hostileValue),
    { nil: {}, freq: 4 },
  );
  return fc.tuple(fields, more).map(([all, others]) => ({ ...others, ...all }));
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes | undefined;
}

function bodiesFor(kind: EndpointRow['body'], input: z.ZodMiniType): fc.Arbitrary<Sent> {
  if (kind === undefined) return fc.constant({ headers: {}, body: undefined });
  if (kind === 'raw') {
    // `service/billing/webhook.test.ts` refuses signed ones.
    const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' };
    return damaged(hostileValue.map(json)).map((body) => ({ headers, body }));
  }
  if (kind === 'multipart') {
    const forms = formsOf(fieldsOf(input));
    return forms.map(({ contentType, body }) => ({ headers: { 'content-type': contentType }, body }));
  }
  const body = fc.oneof(
    { weight: 17, arbitrary: damaged(fieldsOf(input).map(json)) },
    { weight: 1, arbitrary: hostileValue.map(json) },
    { weight: 1, arbitrary: rawBytes },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '['.repeat(100_000), '{"a":'.repeat(9_999), '\ufeff{}').map(bytesOf),
    },
  );
  return fc
    .tuple(body, contentTypes)
    .map(([each, type]) => ({ headers: { 'content-type': type }, body: each }));
}

const contentTypes = fc.oneof(
  { weight: 19, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', ''),
  },
);

const headerText = fc.oneof(
  { weight: 3, arbitrary: fc.ulid() },
  { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e]{1,120}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', mark, 'a b', '\u00e9', 'x'.repeat(101), '__proto__', "'; --"),
  },
);

const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 16, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('cross-site', 'none', 'same-site', '')
      .map((site) => ({ 'sec-fetch-site': site })),
  },
  {
    weight: 1,
    arbitrary: headerText.map((text) => ({
      'x-viewer-address': text,
      'x-origin-secret': text,
      origin: text,
    })),
  },
  {
    weight: 1,
    arbitrary: headerText.map((text) => ({
      authorization: `Bearer ${text}`,
      'accept-language': text,
      'user-agent': text,
    })),
  },
);

const cookies = fc
  .array(
    fc.tuple(
      fc.constantFrom('guest', 'access', 'refresh', 'signed_in', 'login_x', 'login_'),
      fc.oneof(
        fc.stringMatching(/^[\w.%-]{0,200}$/),
        fc.ulid().map((id) => `${id}.${id}`),
        fc.ulid(),
        mostly(
          unsignedToken({ alg: 'none' }),
          unsignedToken({ alg: 'HS256' }),
          mark,
          '..',
          '.',
          'a.b.c.d',
          '%E0%A4%A',
        ),
      ),
    ),
    { maxLength: 3 },
  )
  .map((all) => all.map(([name, value]) => `parley_${name}=${value}`).join('; '));

function unsignedToken(header: object): string {
  const claims = { sub: 'x', username: 'x', token_use: 'access', exp: 4e9, origin_jti: 'x' };
  const [head, body] = [header, claims].map((each) =>
    Buffer.from(JSON.stringify(each)).toString('base64url'),
  );
  return `${head}.${body}.c2ln`;
}
