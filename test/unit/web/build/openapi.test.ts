import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorStatus } from '../../../../shared/api/error-codes.ts';
import { endpointIds, endpoints } from '../../../../shared/api/index.ts';
import { languages } from '../../../../shared/languages.ts';
import { openFiles, renderSecurityContact } from '../../../../web/build/open-files.ts';
import { buildDocument } from '../../../../web/build/openapi/document.ts';
import { renderReference } from '../../../../web/build/openapi/reference.ts';
import { describeSchema } from '../../../../web/build/openapi/schemas.ts';

const document = buildDocument('hello@parley.example');

const operationOf = (path: string, method: string) => {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`There is no ${method} ${path}.`);
  return found;
};

test('the document follows the official schema of OpenAPI 3.1', async () => {
  expect(await new Validator().validate(document)).toEqual({ valid: true });
});

test('every endpoint is one operation at its method and path', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.sort()).toEqual(endpointIds.filter((id) => id !== 'system.not-found').sort());
  const { path, method } = endpoints['translation.remove'];
  expect(operationOf(path, method.toLowerCase()).operationId).toBe('translation.remove');
});

test('languages and fixed values are listed, and a refinement is described by its message', () => {
  const { schema } = operationOf('/api/translate', 'post').requestBody?.content['application/json'] ?? {};
  expect(schema).toMatchObject({
    required: ['text', 'sourceLanguage', 'targetLanguage'],
    properties: {
      text: { type: 'string', description: expect.stringContaining('5,000') },
      sourceLanguage: { enum: expect.arrayContaining(['auto', 'en-US']) },
      targetLanguage: { enum: languages.map(({ code }) => code) },
      formality: { enum: ['formal', 'informal'] },
      isPrivate: { enum: [true, false] },
    },
  });
  expect(schema?.properties).not.toHaveProperty('idempotencyKey');
});

test('an idempotency key is a header, an id a part of the path, and the rest of a GET its query', () => {
  const placesOf = (path: string, method: string) =>
    operationOf(path, method).parameters.map((each) => `${each.in} ${each.name}`);
  expect(placesOf('/api/translate', 'post')).toEqual(['header Idempotency-Key']);
  expect(placesOf('/api/translations/{id}/star', 'post')).toEqual(['path id']);
  expect(placesOf('/api/translations', 'get')).toEqual(['query cursor', 'query starred']);
});

test('recordings and sounds are bytes', () => {
  const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
  const clip = operationOf('/api/transcribe-amazon', 'post').requestBody?.content['multipart/form-data'];
  const audio = { ...bytes, description: expect.stringContaining('recording') };
  expect(clip?.schema).toMatchObject({ properties: { audio }, required: ['audio'] });
  expect(operationOf('/api/speak', 'post').responses[200]).toMatchObject({
    content: { 'audio/mpeg': { schema: bytes } },
  });
});

test('callers are those of the row', () => {
  expect(operationOf('/api/translate', 'post').security).toEqual([{ session: [] }, { guest: [] }, {}]);
  expect(operationOf('/api/speak', 'post').security).toEqual([{ session: [] }]);
  expect(operationOf('/api/stripe-webhook', 'post').security).toEqual([{ stripe: [] }]);
});

test('every error code is named with its status', () => {
  for (const [code, status] of Object.entries(errorStatus)) {
    expect(document.components.responses[`Error${status}`]?.description, code).toContain(code);
  }
  expect(operationOf('/api/translate', 'post').responses[422]).toEqual({
    $ref: '#/components/responses/Error422',
  });
  expect(operationOf('/api/health', 'get').responses).not.toHaveProperty('401');
});

test('a schema that JSON Schema cannot express is refused', () => {
  const even = z.custom<number>((given) => Number(given) % 2 === 0);
  expect(() => describeSchema(z.object({ even }), 'input')).toThrow('no description');
});

test('the page for people shows every operation, as text', () => {
  const page = renderReference(
    { ...document, info: { ...document.info, contact: { email: '<b>"@parley.example' } } },
    '/assets/reference.css',
  );
  for (const id of endpointIds.filter((each) => each !== 'system.not-found'))
    expect(page).toContain(`<details id="${id}">`);
  expect(page).not.toContain('<b>');
  expect(page).not.toMatch(/<script|style=/);
});

test('the page for people names fields with their kinds, also in lists and beside null', () => {
  const page = renderReference(document, '/assets/reference.css');
  expect(page).toContain('<dt><code>Idempotency-Key</code> <span>string, header, optional</span></dt>');
  expect(page).toContain(
    '<dt><code>profanity</code> <span><code>&quot;mask&quot;</code>, optional</span></dt>',
  );
  expect(page).toContain('<dt><code>audio</code> <span>bytes</span></dt>');
  expect(page).toContain('<dt><code>cursor</code> <span>string or null</span></dt>');
  expect(page).toMatch(/<code>translations<\/code> <span>list of objects<\/span><\/dt><dd><dl><dt><code>id</);
  expect(page).not.toContain('undefined');
});

test('the development server has the same files, with its own address of the styles', () => {
  const answers = new Map<string, string>();
  let serve: Middleware = () => {};
  const { configureServer } = openFiles();
  (configureServer as (server: object) => void)({
    middlewares: { use: (given: Middleware) => (serve = given) },
  });
  for (const url of ['/api/docs', '/api/openapi.json?now', '/.well-known/security.txt', '/api/login']) {
    const response = { writeHead: () => {}, end: (source: string) => answers.set(url, source) };
    serve({ url }, response, () => answers.set(url, 'passed on'));
  }
  expect(answers.get('/api/docs')).toContain('href="/build/openapi/reference.css"');
  expect(answers.get('/api/openapi.json?now')).toContain('"openapi":"3.1.1"');
  expect(answers.get('/.well-known/security.txt')).toContain('Expires: ');
  expect(answers.get('/api/login')).toBe('passed on');
});

type Middleware = (request: object, response: object, next: () => void) => void;

test('security.txt names the contact, and expires in less than a year', () => {
  const text = renderSecurityContact('hello@parley.example', new Date('2026-11-28T12:00:00Z'));
  expect(text).toBe(
    'Contact: mailto:hello@parley.example\nExpires: 2027-11-23T12:00:00.000Z\nPreferred-Languages: en\n',
  );
});
