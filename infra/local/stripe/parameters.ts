import { StripeFault } from './account.ts';

/** A call's parameters by their names on the wire, as `items[0][price]`. */
export type Parameters<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/**
 * @param names all that is modelled; paging and `expand` are the server's, and what is in `metadata` is not looked at
 * @throws StripeFault for any other
 */
export function readParameters<Name extends string>(
  params: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Parameters<Name> {
  const leaves = [...leavesOf(params)];
  for (const [name] of leaves) {
    if (!names.includes(name as Name)) throw notModelled(`the parameter ${name}`, name);
  }
  return Object.fromEntries(leaves) as Parameters<Name>;
}

/** @throws StripeFault where it is neither */
export function readBoolean(word: string | undefined, name: string): boolean | undefined {
  if (word === undefined) return undefined;
  if (word !== 'true' && word !== 'false') throw invalid(`Invalid boolean: ${word}`, name);
  return word === 'true';
}

/** @throws StripeFault where it is none */
export function readInteger(word: string | undefined, name: string): number | undefined {
  if (word === undefined) return undefined;
  if (!/^-?\d{1,12}$/.test(word)) throw invalid(`Invalid integer: ${word}`, name);
  return Number(word);
}

/** @throws StripeFault where it is none of them */
export function readWord<Word extends string>(
  word: string | undefined,
  name: string,
  words: readonly Word[],
): Word | undefined {
  if (word === undefined) return undefined;
  const known = words.find((each) => each === word);
  if (!known) throw invalid(`Invalid ${name}: must be one of ${words.join(', ')}`, name);
  return known;
}

/** What is kept after a change: an empty value takes its key away, an empty `metadata` all of them. */
export function mergeMetadata(metadata: Record<string, string>, change: unknown): Record<string, string> {
  if (change === undefined) return metadata;
  if (change === '') return {};
  const merged = { ...metadata, ...(change as Record<string, string>) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

/** The `created` of a list's parameters: one second, or bounds. */
export const createdParameters = [
  'created',
  'created[gt]',
  'created[gte]',
  'created[lt]',
  'created[lte]',
] as const;

export function isCreatedWithin(
  created: number,
  parameters: Parameters<(typeof createdParameters)[number]>,
): boolean {
  const bound = (name: (typeof createdParameters)[number]) => readInteger(parameters[name], name);
  const exact = bound('created') ?? created;
  return (
    created === exact &&
    created > (bound('created[gt]') ?? Number.NEGATIVE_INFINITY) &&
    created >= (bound('created[gte]') ?? Number.NEGATIVE_INFINITY) &&
    created < (bound('created[lt]') ?? Number.POSITIVE_INFINITY) &&
    created <= (bound('created[lte]') ?? Number.POSITIVE_INFINITY)
  );
}

/** What only Stripe itself can do: nobody shall believe that it was done. */
export function notModelled(what: string, param?: string): StripeFault {
  return invalid(`Not modelled by the Stripe of this machine: ${what}.`, param);
}

export function invalid(message: string, param?: string, code?: string): StripeFault {
  return new StripeFault(400, {
    type: 'invalid_request_error',
    message,
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });
}

/** @param param where the id was given; missing, it stood in the path */
export function noSuch(kind: string, id: string, param?: string): StripeFault {
  return new StripeFault(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  });
}

function* leavesOf(params: object, prefix = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(params)) {
    const name = prefix ? `${prefix}[${key}]` : key;
    if (typeof value === 'object' && value !== null && name !== 'metadata') yield* leavesOf(value, name);
    else yield [name, typeof value === 'object' ? JSON.stringify(value) : String(value)];
  }
}
