import type * as z from 'zod/mini';
import type { EndpointId } from '../../../shared/api/index.ts';

export async function contractOf(id: EndpointId): Promise<{ input: z.ZodMiniType; output: z.ZodMiniType }> {
  const [area, name = ''] = id.split('.');
  const contracts = await import(`../../../shared/api/${area}.schema.ts`);
  return contracts[name.replaceAll(/-./g, ([, letter = '']) => letter.toUpperCase())];
}
