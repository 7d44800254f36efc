import type * as z from 'zod/mini';
import * as account from '../../../shared/api/account.schema.ts';
import * as analytics from '../../../shared/api/analytics.schema.ts';
import * as android from '../../../shared/api/android.schema.ts';
import * as auth from '../../../shared/api/auth.schema.ts';
import * as billing from '../../../shared/api/billing.schema.ts';
import * as builds from '../../../shared/api/builds.schema.ts';
import type { Areas } from '../../../shared/api/contract.ts';
import type { Access, EndpointRow } from '../../../shared/api/endpoint.ts';
import { errorStatus } from '../../../shared/api/error-codes.ts';
import { type EndpointId, endpointIds, endpoints } from '../../../shared/api/index.ts';
import * as settings from '../../../shared/api/settings.schema.ts';
import * as speech from '../../../shared/api/speech.schema.ts';
import * as system from '../../../shared/api/system.schema.ts';
import * as translation from '../../../shared/api/translation.schema.ts';
import { costSentences, faults, refusals } from '../../../shared/text/refusals.ts';
import { describeSchema, type JsonSchema } from './schemas.ts';
import { summaries } from './summaries.ts';

/** The endpoint table in OpenAPI 3.1. */
export function buildDocument(contactAddress: string) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const id of listed) {
    const { method, path } = endpoints[id];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(id) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley',
      version: '1.0.0',
      description:
        'What the pages of Parley call. Requests that change something need `Sec-Fetch-Site: same-origin`, or the site as `Origin`. Responses name each error by a `code`.',
      contact: { email: contactAddress },
    },
    servers: [{ url: '/', description: 'This site' }],
    tags: [...new Set(listed.map(readArea))].map((name) => ({ name })),
    paths,
    components: { schemas: { Error: errorSchema }, responses: errorResponses, securitySchemes },
  };
}

export type ApiDocument = ReturnType<typeof buildDocument>;

type ListedId = keyof typeof summaries;

const listed = endpointIds.filter((id): id is ListedId => id !== 'system.not-found');

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

function describeOperation(id: ListedId): Operation {
  const row: EndpointRow = endpoints[id];
  const { input, output } = findContract(id);
  const given = describeSchema(input, 'input');
  const inPath = [...row.path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name);
  const inHeader = row.idempotent ? ['idempotencyKey'] : [];
  const bodyOf = () => omit(given, [...inPath, ...inHeader]);
  return {
    operationId: id,
    tags: [readArea(id)],
    summary: summaries[id],
    security: security[row.access],
    parameters: [
      ...describeParameters(given, 'path', inPath),
      ...describeParameters(given, 'header', inHeader),
      ...(row.body
        ? []
        : describeParameters(
            given,
            'query',
            namesOf(given).filter((name) => !inPath.includes(name)),
          )),
    ],
    ...(row.body && {
      requestBody: {
        required: true,
        content: { [bodyTypes[row.body]]: { schema: row.body === 'raw' ? stripeEvent : bodyOf() } },
      },
    }),
    responses: { ...describeAnswer(row, output), ...listErrors(id, row) },
  };
}

const bodyTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  raw: 'application/json',
} as const;

const stripeEvent = { type: 'object', description: 'An event, as Stripe signs and sends it.' };

function describeAnswer(row: EndpointRow, output: z.ZodMiniType): Record<string, JsonSchema> {
  if (row.produces === 'redirect') {
    const headers = { location: { required: true, schema: { type: 'string' } } };
    return { 302: { description: 'Leads elsewhere.', headers } };
  }
  const schema = describeSchema(output, 'output');
  return { 200: { description: 'Done.', content: { [row.produces ?? 'application/json']: { schema } } } };
}

function describeParameters(
  schema: JsonSchema,
  place: 'path' | 'header' | 'query',
  names: readonly string[],
) {
  const { properties = {}, required = [] } = schema as ObjectSchema;
  return names.map((name) => ({
    name: place === 'header' ? headerNames[name] : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  }));
}

const headerNames: Readonly<Record<string, string>> = { idempotencyKey: 'Idempotency-Key' };

function namesOf(schema: JsonSchema): string[] {
  return Object.keys((schema as ObjectSchema).properties ?? {});
}

function omit(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const { properties = {}, required, ...others } = schema as ObjectSchema;
  const kept = Object.entries(properties).filter(([name]) => !names.includes(name));
  const needed = required?.filter((name) => !names.includes(name));
  return { ...others, properties: Object.fromEntries(kept), ...(needed?.length && { required: needed }) };
}

interface ObjectSchema extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

const statuses = [...new Set(Object.values(errorStatus))];

const codesOf = (status: number) =>
  Object.entries(errorStatus).flatMap(([code, each]) => (each === status ? [code] : []));

const errorResponses = Object.fromEntries(
  statuses.map((status) => [
    `Error${status}`,
    {
      description: codesOf(status).join(', '),
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              { type: 'object', properties: { code: { enum: codesOf(status) } } },
            ],
          },
        },
      },
    },
  ]),
);

const errorSchema = {
  type: 'object',
  required: ['error', 'code', 'requestId', 'reason', 'values', 'cost'],
  properties: {
    error: { type: 'string', description: 'For people: what happened, what it cost, and what to do.' },
    code: { enum: Object.keys(errorStatus) },
    requestId: { type: 'string' },
    reason: {
      enum: Object.keys({ ...refusals, ...faults }),
      description: 'What `error` says, for texts in other languages.',
    },
    values: {
      type: 'object',
      description: 'Values within the text. Languages are codes.',
      additionalProperties: { type: ['string', 'number'] },
    },
    cost: { enum: Object.keys(costSentences) },
    retryAt: { type: 'integer', description: 'When a limit ends, in milliseconds since 1970.' },
    issues: {
      type: 'array',
      description: 'With `invalid_request`. Never quotes the input.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
} as const;

/** The errors that a row's properties allow. */
function listErrors(id: ListedId, row: EndpointRow): Record<string, JsonSchema> {
  const area = readArea(id);
  const isUsed: Record<number, boolean> = {
    401: row.access !== 'public' && row.access !== 'stripe',
    404: row.path.includes('{'),
    405: false,
    409: row.method !== 'GET',
    413: row.body !== undefined,
    415: row.body !== undefined,
    422: area === 'translation' || area === 'speech',
    503: area === 'billing' || id === 'account.remove',
  };
  const used = statuses.filter((status) => isUsed[status] ?? true);
  return Object.fromEntries(used.map((each) => [each, { $ref: `#/components/responses/Error${each}` }]));
}

/** Over http, as on one machine, cookies have no prefix `__Host-`. */
const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-parley_access', description: 'Set by a sign-in.' },
  guest: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-parley_guest',
    description: 'Set by the first answer.',
  },
  stripe: { type: 'apiKey', in: 'header', name: 'Stripe-Signature' },
} as const;

const security: Record<Access, readonly Record<string, readonly string[]>[]> = {
  public: [{}],
  guest: [{ session: [] }, { guest: [] }, {}],
  user: [{ session: [] }],
  premium: [{ session: [] }],
  stripe: [{ stripe: [] }],
};

function readArea(id: EndpointId): string {
  return id.split('.', 1).join();
}

/** The export `sendChunk` of `speech.schema.ts` for `speech.send-chunk`. */
function findContract(id: ListedId): Contract {
  const [area = '', name = ''] = id.split('.');
  const key = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const found = (areas as unknown as Record<string, Record<string, unknown>>)[area]?.[key];
  if (!found) throw new Error(`${id} has no schemas: export \`${key}\` of shared/api/${area}.schema.ts.`);
  return found as Contract;
}

const areas: Areas = {
  account,
  analytics,
  android,
  auth,
  billing,
  builds,
  settings,
  speech,
  system,
  translation,
};

interface Contract {
  readonly input: z.ZodMiniType;
  readonly output: z.ZodMiniType;
}
