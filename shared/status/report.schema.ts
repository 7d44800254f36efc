import * as z from 'zod/mini';
import { partStates, productParts } from './parts.ts';

const moment = z.iso.datetime();

/** What `/status.json` holds. */
export const statusReport = z.object({
  checkedAt: moment,
  parts: z.record(z.enum(productParts), z.object({ state: z.enum(partStates), since: moment })),
});

export type StatusReport = z.output<typeof statusReport>;
