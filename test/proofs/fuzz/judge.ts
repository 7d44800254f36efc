import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod/mini';
import type { EndpointRow } from '../../../shared/api/endpoint.ts';
import { errorStatus } from '../../../shared/api/error-codes.ts';
import { costSentences, faults, refusals } from '../../../shared/text/refusals.ts';
import { mark } from './values.ts';

/** Finds the fault of an answer. @param sites where a redirect may lead */
export async function judge(
  row: EndpointRow,
  output: z.ZodMiniType,
  { method, response, sites }: { method: string; response: Response; sites: readonly string[] },
): Promise<string | undefined> {
  const { status } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (status >= 500) return `${status}`;
  if (/\n\s+at |node:internal/.test(text)) return `${status} with a stack`;
  if (row.access === 'stripe' && status < 400) return `${status} to a forgery`;
  if (status >= 400) return method === 'HEAD' ? undefined : wrongError(status, response, text);
  if (row.produces === 'redirect') return wrongRedirect(response, sites);
  if (status !== 200) return `${status}`;
  if (row.produces === 'text/html')
    return text.includes(mark) ? 'a page that holds what was sent' : undefined;
  const value: unknown = row.produces === 'audio/mpeg' ? bytes : JSON.parse(text);
  const parsed = output.safeParse(value);
  return parsed.success && isDeepStrictEqual(parsed.data, value) ? undefined : '200 that was not promised';
}

function wrongError(status: number, response: Response, text: string): string | undefined {
  if (text.includes(mark)) return `${status} that quotes what was sent`;
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    return `${status} that is not JSON`;
  const body = JSON.parse(text);
  // API Gateway's own answer to large bodies.
  if (status === 413 && isDeepStrictEqual(Object.keys(body), ['message'])) return undefined;
  const { error, code, requestId, reason, values, cost, issues, ...others } = body;
  const isOurs =
    [error, requestId].every((field) => typeof field === 'string' && field.trim() !== '') &&
    Object.hasOwn(errorStatus, code) &&
    errorStatus[code as keyof typeof errorStatus] === status &&
    Object.hasOwn({ ...refusals, ...faults }, reason) &&
    typeof values === 'object' &&
    Object.hasOwn(costSentences, cost) &&
    (issues === undefined || Array.isArray(issues)) &&
    Object.keys(others).length === 0;
  return isOurs ? undefined : `${status} that is not an error of ours`;
}

function wrongRedirect(response: Response, sites: readonly string[]): string | undefined {
  const location = response.headers.get('location') ?? '';
  const isOurs = URL.canParse(location) && sites.includes(new URL(location).origin);
  return response.status === 302 && isOurs ? undefined : `${response.status} that leads elsewhere`;
}
