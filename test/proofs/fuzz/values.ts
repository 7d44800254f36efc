import fc from 'fast-check';
import type * as z from 'zod/mini';
import { languages } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import { wavOf } from '../../support/audio/wav.ts';
import { canary } from '../canary.ts';
import { rawBytes } from './bodies.ts';

/**
 * Values that a schema takes, derived from its shapes, words, patterns and bounds. A check that is a function
 * is given words of the product and lengths around our limits.
 *
 * @param invalid percent of the values in objects and lists that are wrong or missing
 * @throws Error for an unknown kind of schema
 */
export function valuesOf(schema: z.ZodMiniType, invalid = 0): fc.Arbitrary<unknown> {
  const def = schema._zod.def as Definition;
  const inner = (each: z.ZodMiniType | undefined) => valuesOf(each ?? schema, invalid);
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape ?? {}).map(([name, field]) => [name, maybeInvalid(inner(field), invalid)]),
        ),
      );
    case 'array':
      return fc.array(maybeInvalid(inner(def.element), invalid), {
        minLength: bound(schema, 'min_length', 'minimum') ?? 0,
        maxLength: Math.min(bound(schema, 'max_length', 'maximum') ?? 4, 4),
      });
    case 'tuple':
      return fc.tuple(...(def.items ?? []).map((item) => maybeInvalid(inner(item), invalid)));
    case 'catch':
      return inner(def.innerType);
    case 'optional':
    case 'default':
      return fc.option(inner(def.innerType), { nil: undefined });
    case 'nullable':
      return fc.option(inner(def.innerType), { nil: null });
    case 'pipe':
      return inner(def.in);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({
        min: bound(schema, 'greater_than', 'value') ?? 0,
        max: bound(schema, 'less_than', 'value') ?? 1_000_000,
      });
    case 'string':
    case 'custom':
      return wordsFor(schema);
    default:
      throw new Error(`There are no values for “${def.type}” yet: add how to make them.`);
  }
}

export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    ...['', ' ', '\0', '\\', '[]', '{}', '-1', '01', '1e309', 'NaN', '٣', 'null', '__proto__', 'constructor'],
    ...[
      '$(id)',
      '`id`',
      '; id',
      '^a/b<n>$',
      '../../x',
      '%00',
      "' OR 1=1 --",
      '{"$gt":""}',
      '\u202eabc',
      '\ud800',
    ],
  ),
  fc.constantFrom('<b>x</b>', '"><script>x</script>', '<img src=x onerror=x>').map((tag) => `${tag}${mark}`),
  fc.constantFrom(...lengthsNear(Object.values(limits))).map((length) => 'a'.repeat(length)),
);

/** In much of what is sent: an error answer or a log line with it quotes its input. */
export const mark = canary(1);

export const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.anything({ maxDepth: 2, withNullPrototype: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, 0, -1, 1e308, 2 ** 53, 0.5, [], {}, [[]], { length: 1e9 }),
  },
);

function maybeInvalid(wanted: fc.Arbitrary<unknown>, invalid: number): fc.Arbitrary<unknown> {
  if (invalid === 0) return wanted;
  return fc.oneof(
    { weight: 100 - invalid, arbitrary: wanted },
    { weight: Math.ceil((invalid * 2) / 3), arbitrary: hostileValue },
    { weight: Math.ceil(invalid / 3), arbitrary: fc.constant(undefined) },
  );
}

function wordsFor(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const pattern = patternOf(schema);
  if (pattern) return fc.stringMatching(pattern);
  const isTaken = (word: unknown) => schema.safeParse(word).success;
  const taken = words.filter(isTaken);
  if (isTaken(recording)) return recordings.filter(isTaken);
  if (taken.length === 0) return hostileValue;
  if (!unusedTexts.every(isTaken)) return fc.constantFrom(...taken);
  return fc.oneof(fc.constantFrom(...taken), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }));
}

const unusedTexts = ['Gurkensalat schmeckt.', 'qwertz-17'];

const words: readonly unknown[] = [
  ...languages.map(({ code }) => code),
  ...['en-US', 'es', 'fr', 'it', 'pt-BR', 'ca'].flatMap((code) => Array<string>(12).fill(code)),
  ...['auto', 'true', 'false', 'formal', 'informal', 'mask', 'card', 'sub_1', 'cus_1', 'seti_1'],
  ...[
    'hello',
    `Where is ${mark}?`,
    'Good morning. How are you?',
    'Tom said: "No!"',
    'q8-Z_7',
    `${mark}@b.example`,
  ],
  ...[true, false, 1, 7, 34],
];

const recording = new Uint8Array([82, 73, 70, 70]);

/** `unit/functions/speech/wav.test.ts` damages their headers. */
const recordings = fc.oneof(
  rawBytes,
  fc.uint8Array({ maxLength: 2_000 }).map((samples) => Uint8Array.from(wavOf(Buffer.from(samples)))),
);

function patternOf(schema: z.ZodMiniType): RegExp | undefined {
  const { pattern, checks = [] } = schema._zod.def as Definition;
  return pattern ?? checks.map(({ _zod }) => _zod.def.pattern).find((each) => each !== undefined);
}

function bound(
  schema: z.ZodMiniType,
  check: string,
  field: 'minimum' | 'maximum' | 'value',
): number | undefined {
  const { checks = [] } = schema._zod.def as Definition;
  return checks.map(({ _zod }) => _zod.def).find((each) => each.check === check)?.[field];
}

function lengthsNear(all: readonly unknown[]): number[] {
  const numbers = all.flatMap((each) => (typeof each === 'object' ? Object.values(each ?? {}) : [each]));
  return numbers
    .filter((each): each is number => typeof each === 'number' && each > 20 && each <= 20_000)
    .flatMap((each) => [each - 1, each, each + 1]);
}

/** The part of zod 4's definitions that is used here. */
interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.ZodMiniType>;
  readonly element?: z.ZodMiniType;
  readonly items?: readonly z.ZodMiniType[];
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly entries?: Record<string, unknown>;
  readonly values?: readonly unknown[];
  readonly pattern?: RegExp;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}

interface Check {
  readonly check: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number;
}
