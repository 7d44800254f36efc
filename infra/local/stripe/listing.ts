import type { Listing, StripeObject } from './account.ts';
import type { OpenAccount } from './open-account.ts';
import { invalid, noSuch, readInteger } from './parameters.ts';

/** A page of a list, as it is answered. */
export interface Page {
  readonly object: 'list';
  readonly url: string;
  readonly has_more: boolean;
  readonly data: readonly StripeObject[];
}

/** What a list is asked for, on top of what it is about. */
export interface Paging {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/**
 * @returns undefined where nothing is said of pages
 * @throws StripeFault
 */
export function readPaging(params: Readonly<Record<string, unknown>>): Paging | undefined {
  if (pagingParameters.every((name) => params[name] === undefined)) return undefined;
  const [limit, after, before] = pagingParameters.map((name) => {
    const value = params[name];
    if (value !== undefined && typeof value !== 'string') throw invalid('Invalid string', name);
    return value;
  });
  if (after !== undefined && before !== undefined) {
    throw invalid('You cannot set both starting_after and ending_before.', 'ending_before');
  }
  const count = readInteger(limit, 'limit') ?? usualLimit;
  if (count < 1 || count > 100) {
    throw invalid('This value must be between 1 and 100.', 'limit', 'parameter_invalid_integer');
  }
  return { limit: count, after, before };
}

const usualLimit = 10;

export const pagingParameters = ['limit', 'starting_after', 'ending_before'] as const;

/**
 * Cuts a page. What has left the list since the last page was asked for still says where that ended.
 *
 * @param url the list's path
 * @throws StripeFault where the page would begin or end at what there is not
 */
export function cutPage(
  account: OpenAccount,
  { data }: Listing,
  paging: Paging | undefined,
  url: string,
): Page {
  const { limit, after, before } = paging ?? ({ limit: usualLimit } as Paging);
  const placeOf = (id: string, param: string) => {
    const number = account.numberOf(id);
    if (number === 0) throw noSuch('object', id, param);
    const later = data.filter((each) => account.numberOf(each.id) > number).length;
    return { later, until: data[later]?.id === id ? later + 1 : later };
  };
  if (before !== undefined) {
    const { later } = placeOf(before, 'ending_before');
    const from = Math.max(0, later - limit);
    return { object: 'list', url, has_more: from > 0, data: data.slice(from, later) };
  }
  const from = after === undefined ? 0 : placeOf(after, 'starting_after').until;
  const has_more = data.length > from + limit;
  return { object: 'list', url, has_more, data: data.slice(from, from + limit) };
}
