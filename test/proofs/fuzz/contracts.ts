import type * as z from 'zod/mini';
import type { EndpointId } from '../../../shared/api/index.ts';

/** The schemas of a row, found by its name as `shared/api/contract.ts` says. */
export async function contractOf(id: EndpointId): Promise<{ input: z.ZodMiniType; output: z.ZodMiniType }> {
  const [area, name = ''] = id.split('.');
  const contracts = await import(`../../../shared/api/${area}.schema.ts`);
  return contracts[name.replaceAll(/-./g, ([, letter = '']) => letter.toUpperCase())];
}
