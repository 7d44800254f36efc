import { invalid, notModelled } from './errors.ts';

export class Form {
  readonly #left: Map<string, string>;

  constructor(fields: Iterable<readonly [string, string]>) {
    this.#left = new Map();
    for (const [name, value] of fields) {
      // `expand[]` may repeat.
      const key = name.endsWith('[]') ? `${name.slice(0, -1)}${this.#left.size}]` : name;
      this.#left.set(key, value);
    }
  }

  take(name: string): string | undefined {
    const value = this.#left.get(name);
    this.#left.delete(name);
    return value;
  }

  takeAll(name: string): [key: string, value: string][] {
    const own = [...this.#left.keys()].filter((each) => each.startsWith(`${name}[`) && each.endsWith(']'));
    return own.map((each) => [each.slice(name.length + 1, -1), this.take(each) ?? '']);
  }

  refuseRest(): void {
    const [name] = this.#left.keys();
    if (name !== undefined) throw notModelled(`the parameter ${name}`, name);
  }
}

type Reader = (form: Form, name: string) => unknown;

export type Readers = Readonly<Record<string, Reader>>;

export type Params<Shape extends Readers> = { readonly [Name in keyof Shape]: ReturnType<Shape[Name]> };

export function readForm<Shape extends Readers>(form: Form, shape: Shape): Params<Shape> {
  const params = Object.fromEntries(Object.entries(shape).map(([name, read]) => [name, read(form, name)]));
  form.refuseRest();
  return params as Params<Shape>;
}

export function text(form: Form, name: string): string | undefined {
  return form.take(name);
}

export function required<Value>(read: (form: Form, name: string) => Value | undefined) {
  return (form: Form, name: string): Value => {
    const value = read(form, name);
    if (value !== undefined && value !== '') return value;
    throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  };
}

export function flag(form: Form, name: string): boolean | undefined {
  const word = oneOf('true', 'false')(form, name);
  return word && word === 'true';
}

export function integer(form: Form, name: string): number | undefined {
  const word = form.take(name);
  if (word !== undefined && !/^\d{1,12}$/.test(word)) throw invalid(`Invalid integer: ${word}`, name);
  return word === undefined ? undefined : Number(word);
}

export function oneOf<Word extends string>(...words: readonly Word[]) {
  return (form: Form, name: string): Word | undefined => {
    const word = form.take(name);
    const known = words.find((each) => each === word);
    if (word === undefined || known !== undefined) return known;
    throw invalid(`Invalid ${name}: must be one of ${words.join(', ')}`, name);
  };
}

export function list(form: Form, name: string): string[] | undefined {
  const entries = form.takeAll(name);
  if (entries.some(([key]) => !/^\d+$/.test(key))) throw invalid('Invalid array', name);
  return entries.length > 0 ? entries.map(([, value]) => value) : undefined;
}

/** @returns a function that applies the change to the metadata before it: an empty value deletes its key */
export function metadata(form: Form, name: string) {
  const entries = form.takeAll(name);
  if (entries.some(([key, value]) => key.length > 40 || value.length > 500))
    throw invalid('Metadata keys can have up to 40 characters, and values up to 500.', name);
  return (before: Record<string, string> = {}): Record<string, string> => {
    const merged = Object.entries({ ...before, ...Object.fromEntries(entries) });
    if (merged.length > 50) throw invalid('Metadata can have up to 50 keys.', name);
    return Object.fromEntries(merged.filter(([, value]) => value !== ''));
  };
}
