import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { EndpointRow } from '../shared/api/endpoint.ts';
import { InvalidRequest, UnsupportedMediaType } from './errors.ts';

/** Reads a request's body into the fields of the endpoint's input. */
export type BodyReader = (event: APIGatewayProxyEventV2) => object | Promise<object>;

/**
 * The path's parameters and the body, or the query on a row without one, parsed by the row's schema. Names that
 * the schema lacks are dropped. Where there is a body, nothing is taken from the query: addresses get logged.
 */
export async function parseInput(
  row: EndpointRow,
  schema: z.ZodMiniType,
  event: APIGatewayProxyEventV2,
  readBody: BodyReader,
): Promise<unknown> {
  const given = {
    ...(row.body ? await readBody(event) : event.queryStringParameters),
    ...event.pathParameters,
    ...(row.idempotent && { idempotencyKey: event.headers['idempotency-key'] }),
  };
  const parsed = schema.safeParse(given, withoutOwnTexts);
  if (!parsed.success) throw new InvalidRequest(parsed.error.issues.map(describeIssue));
  return parsed.data;
}

export function readJson(event: APIGatewayProxyEventV2): object {
  requireContentType(event, 'application/json');
  let value: unknown;
  try {
    value = JSON.parse(bodyBytes(event).toString('utf8'));
  } catch {
    throw new InvalidRequest([{ path: '', message: 'The body is not valid JSON.' }]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidRequest([{ path: '', message: 'The body must be a JSON object.' }]);
  }
  return value;
}

export function requireContentType(event: APIGatewayProxyEventV2, wanted: string): void {
  const given = event.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (given !== wanted)
    throw new UnsupportedMediaType('The body has another type.', 'free', `Send the body as ${wanted}.`);
}

export function bodyBytes(event: APIGatewayProxyEventV2): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}

/** zod's texts are for programmers and may quote the input. A schema's own message takes precedence. */
const withoutOwnTexts = { error: () => '' };

function describeIssue({ path, message }: z.core.$ZodIssue): { path: string; message: string } {
  const field = path.join('.');
  return { path: field, message: message || `The field "${field}" is missing or has the wrong type.` };
}
