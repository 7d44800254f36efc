import * as z from 'zod/mini';
import { type Ceilings, ceilings as defaults } from '../../shared/ceilings.ts';
import { findVariable } from '../environment.ts';

let cached: Ceilings | undefined;

export function getCeilings(): Ceilings {
  cached ??= readCeilings(findVariable('CEILINGS'));
  return cached;
}

/** The part that an address may use. @param isLightlyUsed whether it has used no more today than one guest may */
export function getUsableCeiling(ceiling: number, isLightlyUsed: boolean): number {
  return isLightlyUsed ? ceiling : Math.floor(ceiling * (1 - reservedShare));
}

/** Reserved for lightly used addresses, so that heavily used addresses cannot use everything up. */
const reservedShare = 0.25;

export function readCeilings(json = '{}'): Ceilings {
  const given = overrides.safeParse(parse(json));
  if (given.success) return { ...defaults, ...(given.data as Partial<Ceilings>) };
  throw new Error(`CEILINGS: ${given.error.issues.map(({ path, message }) => `${path.join()} ${message}`)}`);
}

const overrides = z.strictObject(
  Object.fromEntries(Object.keys(defaults).map((name) => [name, z.optional(z.int().check(z.minimum(0)))])),
);

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error('CEILINGS is not valid JSON', { cause: error });
  }
}
