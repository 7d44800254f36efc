import { readWords } from './form.ts';
import type { OpenAccount } from './open-account.ts';
import { invalid } from './parameters.ts';

/**
 * Puts objects in the place of their ids, as `expand[]` asks: `latest_invoice`, `data.customer`,
 * `items.data.price.product`.
 *
 * @param answer is changed; objects that are put in are copies
 * @throws StripeFault for paths that lead to no id
 */
export function expand(account: OpenAccount, answer: object, paths: unknown): void {
  for (const path of readWords(paths, 'expand') ?? []) {
    const names = path.split('.');
    // `data.` of a list is no level of its own.
    if (names.filter((name) => name !== 'data').length > maxLevels) {
      throw invalid(`You cannot expand more than ${maxLevels} levels of a property (${path}).`, 'expand');
    }
    expandPath(account, answer, names, path);
  }
}

const maxLevels = 4;

function expandPath(account: OpenAccount, value: unknown, names: readonly string[], path: string): void {
  // Nothing is there to be expanded.
  if (value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) expandPath(account, each, names, path);
    return;
  }
  const [name = '', ...rest] = names;
  if (typeof value !== 'object' || name === 'id' || !Object.hasOwn(value, name)) throw refuse(path);
  const fields = value as Record<string, unknown>;
  const field = fields[name];
  if (typeof field === 'string') {
    const found = account.findAny(field);
    if (!found) throw refuse(path);
    fields[name] = structuredClone(found);
  } else if (rest.length === 0 && field !== null && !isObject(field)) {
    throw refuse(path);
  }
  if (rest.length > 0) expandPath(account, fields[name], rest, path);
}

/** Stripe has it whole in its place already. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'object' in value;
}

function refuse(path: string) {
  return invalid(
    `This property cannot be expanded (${path}), or its objects are not modelled by the Stripe of this machine.`,
    'expand',
  );
}
