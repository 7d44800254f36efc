import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import type { EndpointRow } from '../../../shared/api/endpoint.ts';
import { type ErrorBody, errorStatus } from '../../../shared/api/error-codes.ts';
import { type EndpointId, endpoints } from '../../../shared/api/index.ts';

export async function contractOf(id: EndpointId): Promise<{ input: z.ZodMiniType; output: z.ZodMiniType }> {
  const [area, name = ''] = id.split('.');
  const contracts = await import(`../../../shared/api/${area}.schema.ts`);
  return contracts[name.replaceAll(/-./g, ([, letter = '']) => letter.toUpperCase())];
}

/** Every answer has the headers and the body that the contract promises, and nothing else. */
export async function expectPromised(
  id: EndpointId,
  answer: APIGatewayProxyStructuredResultV2,
): Promise<void> {
  const row: EndpointRow = endpoints[id];
  const { statusCode = 0, headers = {}, body = '' } = answer;
  const isError = statusCode >= 400;
  const isKept = !isError && row.cacheSeconds;
  expect(headers['cache-control']).toBe(isKept ? `public, max-age=${row.cacheSeconds}` : 'no-store');
  if (row.produces && !isError) return;
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const said: unknown = JSON.parse(body);
  if (!isError) return expect((await contractOf(id)).output.parse(said)).toEqual(said);
  const { error, code, requestId, reason, values, cost, retryAt, issues, ...others } = said as ErrorBody;
  expect(errorStatus[code]).toBe(statusCode);
  for (const text of [error, requestId, reason, cost]) expect(text).toEqual(expect.stringMatching(/./));
  expect(values).toEqual(expect.any(Object));
  expect(others).toEqual({});
}
