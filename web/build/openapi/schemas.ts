import type * as z from 'zod/mini';
import { toJSONSchema } from 'zod/mini';
import { sourceLanguage } from '../../../shared/api/translate.schema.ts';
import { isLanguageCode, isSourceCode, languages } from '../../../shared/languages.ts';

export type JsonSchema = Record<string, unknown>;

/** @returns the schema in JSON Schema 2020-12, as OpenAPI 3.1 takes it @throws Error for a check that it cannot express */
export function describeSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const schema = zodSchema as unknown as Internals;
      if (schema._zod.def.type === 'custom') Object.assign(jsonSchema, describeCustom(schema));
      Object.assign(jsonSchema, describeRefinements(schema));
    },
  }) as JsonSchema;
  return described;
}

/** Bytes, and the values of `oneOf`. A schema with checks has a parent without them. */
function describeCustom(schema: Internals): JsonSchema {
  const { bag, parent } = schema._zod;
  if (bag.Class === Uint8Array) return { type: 'string', contentMediaType: 'application/octet-stream' };
  if ('values' in schema) return { enum: schema.values };
  if (parent) return describeCustom(parent);
  throw new Error('A custom schema has no description for the API’s document.');
}

/** A refinement is a function, so its message describes it. */
function describeRefinements(schema: Internals): JsonSchema {
  const refinements = (schema._zod.def.checks ?? [])
    .map((check) => check._zod.def)
    .filter(({ check }) => check === 'custom');
  if (refinements.length === 0) return {};
  const codes = languages.map(({ code }) => code);
  if (schema === (sourceLanguage as object)) return { enum: ['auto', ...codes.filter(isSourceCode)] };
  if (refinements.some(({ fn }) => fn === isLanguageCode)) return { enum: codes };
  return { description: refinements.map(readMessage).join(' ') };
}

function readMessage({ error }: CheckDefinition): string {
  const message = error?.({});
  if (typeof message !== 'string') throw new Error('A refinement has no message to describe it by.');
  return message;
}

/** zod has no types for these. */
interface Internals {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly checks?: readonly { readonly _zod: { readonly def: CheckDefinition } }[];
    };
    readonly parent?: Internals;
    readonly bag: { readonly Class?: unknown };
  };
}

interface CheckDefinition {
  readonly check: string;
  readonly fn?: unknown;
  readonly error?: (issue: object) => unknown;
}
