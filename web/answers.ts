import * as z from 'zod/mini';
import * as account from '../shared/api/account.schema.ts';
import * as analytics from '../shared/api/analytics.schema.ts';
import * as android from '../shared/api/android.schema.ts';
import * as auth from '../shared/api/auth.schema.ts';
import * as billing from '../shared/api/billing.schema.ts';
import * as builds from '../shared/api/builds.schema.ts';
import type { Areas } from '../shared/api/contract.ts';
import type { EndpointRow } from '../shared/api/endpoint.ts';
import { type EndpointId, endpoints } from '../shared/api/index.ts';
import * as settings from '../shared/api/settings.schema.ts';
import * as speech from '../shared/api/speech.schema.ts';
import * as system from '../shared/api/system.schema.ts';
import * as translation from '../shared/api/translation.schema.ts';
import { type StatusReport, statusReport } from '../shared/status/report.schema.ts';

/** @throws Error unless the body has the shape or the type that the contract promises */
export async function readAnswer(id: EndpointId, response: Response): Promise<unknown> {
  const { produces }: EndpointRow = endpoints[id];
  if (!produces) return z.parse(findOutput(id), await response.json());
  const blob = await response.blob();
  if (!blob.type.startsWith(produces)) throw new TypeError(`${id} produces ${produces}, not ${blob.type}.`);
  return blob;
}

/** @throws Error unless the body is a report */
export async function readStatus(response: Response): Promise<StatusReport> {
  return z.parse(statusReport, await response.json());
}

function findOutput(id: EndpointId): z.ZodMiniType {
  const [area, name = ''] = id.split('.') as [keyof typeof areas, string];
  const exported = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const contract = (areas[area] as unknown as Record<string, { readonly output: z.ZodMiniType }>)[exported];
  if (!contract) throw new Error(`${id} has no schema.`);
  return contract.output;
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
