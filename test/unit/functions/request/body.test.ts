import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { InvalidRequest } from '../../../../functions/errors.ts';
import { parseInput, readJson } from '../../../../functions/request/body.ts';
import type { EndpointRow } from '../../../../shared/api/endpoint.ts';
import { synthesize, transcribe } from '../../../../shared/api/speech.schema.ts';
import { text } from '../../../../shared/api/translate.schema.ts';
import { apiEvent } from '../../../support/handlers/event.ts';

const row = {
  method: 'POST',
  path: '/api/things/{id}',
  access: 'public',
  body: 'json',
} as const satisfies EndpointRow;
const { body: _body, ...rowWithoutBody } = row;

// Another test of this process may have loaded all of zod, with its English messages; functions use zod/mini.
beforeEach(() => void z.config({ localeError: undefined }));

const anything = z.looseObject({});
const pathParameters = { id: 'from-path' };
const json = { 'content-type': 'application/json' };

test('body fields and path parameters are the input', async () => {
  expect(await parse(row, { body: { a: 1 }, pathParameters })).toEqual({ a: 1, id: 'from-path' });
});

test('the path overrides the body', async () => {
  expect(await parse(row, { body: { id: 'from-body' }, pathParameters })).toEqual({ id: 'from-path' });
});

test('with a body, the query is ignored', async () => {
  expect(await parse(row, { body: { text: 'from-body' }, query: { text: 'from-query', b: '2' } })).toEqual({
    text: 'from-body',
  });
});

test('without a body the query’s parameters are the input, and no body is read', async () => {
  expect(await parse(rowWithoutBody, { body: { a: 1 }, query: { days: '7' }, pathParameters })).toEqual({
    days: '7',
    id: 'from-path',
  });
});

test('an Idempotency-Key is read only for rows that have it, and only from its header', async () => {
  const headers = { 'Idempotency-Key': 'from-header' };
  const body = { idempotencyKey: 'from-body' };
  const idempotent = { ...row, idempotent: true } as const;
  expect(await parse(idempotent, { body, headers })).toEqual({ idempotencyKey: 'from-header' });
  expect(await parse(idempotent, { body })).toEqual({ idempotencyKey: undefined });
  expect(await parse(row, { body: {}, headers })).toEqual({});
});

test.each([
  ['bytes that are not UTF-8, as base64', Buffer.from('7b2274223a22ff227d', 'hex')],
  ['bytes that were not UTF-8, as the platform’s text', '{"t":"\ufffd"}'],
  ['a lone surrogate', '{"t":"\\ud800"}'],
  ['a lone surrogate deep inside', '{"t":[{"u":"a\\udc00\\ud83d"}]}'],
  ['a lone surrogate in a name', '{"\\ud83d":1}'],
  ['a byte order mark', Buffer.from('efbbbf7b7d', 'hex')],
  ['no JSON', '{'],
])('a body of %s is refused', async (_what, body) => {
  await expect(parse(row, { body, headers: json })).rejects.toMatchObject({
    message: 'The body is not valid JSON in UTF-8.',
  });
});

test('a body of any well-formed text stays unchanged', async () => {
  const t = 'Grüße 👋 \ufffd \\ud800';
  const escaped = JSON.stringify({ t }).replaceAll('\ufffd', '\\ufffd');
  expect(await parse(row, { body: escaped, headers: json })).toEqual({ t });
  expect(await parse(row, { body: Buffer.from(JSON.stringify({ t })), headers: json })).toEqual({ t });
});

test.each([
  ['application/json', 'identity'],
  ['Application/JSON; charset=UTF-8', undefined],
  ['application/json;charset="utf-8"', undefined],
])('a body of type %j with encoding %j is read', async (contentType, encoding) => {
  const headers = { 'content-type': contentType, 'content-encoding': encoding };
  expect(await parse(row, { body: '{"a":1}', headers })).toEqual({ a: 1 });
});

test.each([
  ['application/json', 'gzip', 'The body is compressed. Send it uncompressed.'],
  ['application/json; charset=utf-16', undefined, 'The body has the wrong charset. Send the body in UTF-8.'],
  [
    'application/json; a=b; Charset=latin1',
    undefined,
    'The body has the wrong charset. Send the body in UTF-8.',
  ],
])('a body of type %j with encoding %j is 415', async (contentType, encoding, message) => {
  const headers = { 'content-type': contentType, 'content-encoding': encoding };
  await expect(parse(row, { body: '{"a":1}', headers })).rejects.toMatchObject({
    code: 'unsupported_media_type',
    message,
  });
});

test('an issue names the field without the parser’s text', async () => {
  const schema = z.object({
    list: z.array(z.object({ name: z.string() })),
    kind: z.enum(['a', 'b']),
    count: z.number().check(z.minimum(1, 'Count from one.')),
  });
  const body = { list: [{ name: 'x' }, { name: 5 }], kind: 'secret', count: 0 };
  await expect(parse(row, { body }, schema)).rejects.toMatchObject({
    issues: [
      { path: 'list.1.name', message: 'The field "list.1.name" is missing or has the wrong type.' },
      { path: 'kind', message: 'The field "kind" is missing or has the wrong type.' },
      { path: 'count', message: 'Count from one.' },
    ],
  });
});

test.each<[string, object, z.ZodMiniType, object]>([
  ['an invisible text', { text: '\u200b\u200e' }, z.object({ text }), { reason: 'noText', values: {} }],
  [
    'a text over the limit',
    { text: 'x'.repeat(5_001) },
    z.object({ text }),
    { reason: 'textTooLong', values: { max: 5_000 } },
  ],
  [
    'a translation that is too long to be read aloud',
    { text: 'x'.repeat(5_001), language: 'de' },
    synthesize.input,
    { reason: 'tooLongToReadAloud' },
  ],
  ['an empty recording', { audio: new Uint8Array() }, transcribe.input, { reason: 'emptyRecording' }],
])('what the page can send wrongly has its reason: %s', async (_what, body, schema, refusal) => {
  const reading = parseInput(row, schema, apiEvent({ method: 'POST', path: '/', body: '' }), () => body);
  const error = await reading.catch((thrown: InvalidRequest) => thrown);
  expect(error).toMatchObject({ code: 'invalid_request', refusal });
  expect((error as InvalidRequest).issues?.[0]?.message).not.toContain('{');
});

function parse(
  of: EndpointRow,
  request: Omit<Parameters<typeof apiEvent>[0], 'method' | 'path'>,
  schema: z.ZodMiniType = anything,
) {
  return parseInput(of, schema, apiEvent({ method: 'POST', path: '/api/things/1', ...request }), readJson);
}
