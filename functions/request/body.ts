import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { EndpointRow } from '../../shared/api/endpoint.ts';
import type { ToldReason } from '../../shared/text/refusals.ts';
import { InvalidRequest, UnsupportedMediaType } from '../errors.ts';
import { type Refusal, say, sayTold } from '../texts.ts';

export type BodyReader = (event: APIGatewayProxyEventV2) => object | Promise<object>;

/** Parses path parameters and the body. The query is read only if the row has no body, because URLs are logged. */
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
  const parsed = schema.safeParse(given, withoutZodMessages);
  if (!parsed.success) throw new InvalidRequest(parsed.error.issues.map(describeIssue));
  return parsed.data;
}

export function readJson(event: APIGatewayProxyEventV2): object {
  requireContentType(event, 'application/json');
  let value: unknown;
  try {
    value = JSON.parse(readText(event), requireWellFormed);
  } catch {
    throw new InvalidRequest([{ path: '', message: say('notJson') }]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidRequest([{ path: '', message: say('notObject') }]);
  }
  return value;
}

/** API Gateway turns bytes that are not UTF-8 into U+FFFD, so an unescaped U+FFFD is refused. */
function readText(event: APIGatewayProxyEventV2): string {
  if (event.isBase64Encoded) return utf8.decode(readBodyBytes(event));
  const text = event.body ?? '';
  if (text.includes('\ufffd')) throw new TypeError('The body was not UTF-8');
  return text;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function requireWellFormed(name: string, value: unknown): unknown {
  const isWellFormed = name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed());
  if (!isWellFormed) throw new TypeError('A text has a lone surrogate');
  return value;
}

export function requireContentType(event: APIGatewayProxyEventV2, wanted: string): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = event.headers;
  const [given, ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  if (given !== wanted) throw new UnsupportedMediaType(say('wrongType', { type: wanted }), 'free');
  if (encoding.trim().toLowerCase() !== 'identity') throw new UnsupportedMediaType(say('compressed'), 'free');
  if (parameters.some((each) => each.startsWith('charset=') && !/^charset="?utf-8"?$/.test(each)))
    throw new UnsupportedMediaType(say('wrongCharset'), 'free');
}

export function readBodyBytes(event: APIGatewayProxyEventV2): Buffer {
  return Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}

/** zod's own messages may quote the input. A schema's message takes precedence. */
const withoutZodMessages = { error: () => '' };

function describeIssue(issue: z.core.$ZodIssue): { path: string; message: Refusal | string } {
  const field = issue.path.join('.');
  const told = issue.code === 'custom' && (issue.params as ToldReason | undefined);
  return {
    path: field,
    message: told ? sayTold(told) : issue.message || say('wrongField', { field }),
  };
}
