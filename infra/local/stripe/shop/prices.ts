import type { Account } from '../account/account.ts';
import type { Objects } from '../account/objects.ts';
import { invalid } from '../faults.ts';
import { flag, integer, list, metadata, oneOf, required, text } from '../parameters.ts';
import { type Route, retrieveRoute, route } from '../route.ts';

type Price = Objects['price'];

/** Prices of a fixed amount per month or year. */
export const priceRoutes: readonly Route[] = [
  route(
    'POST /v1/prices',
    {
      currency: oneOf('usd'),
      lookup_key: text,
      metadata,
      product: required(text),
      'recurring[interval]': required(oneOf('month', 'year')),
      transfer_lookup_key: flag,
      unit_amount: required(integer),
    },
    ({ account, given }) => {
      const { product, unit_amount, lookup_key = null } = given;
      account.get('product', product, 'product');
      if (lookup_key !== null) takeLookupKey(account, lookup_key, given.transfer_lookup_key);
      return account.create('price', {
        active: true,
        currency: 'usd',
        lookup_key,
        metadata: given.metadata(),
        product,
        recurring: { interval: given['recurring[interval]'], interval_count: 1 } as Price['recurring'],
        type: 'recurring',
        unit_amount,
      });
    },
  ),
  route(
    'GET /v1/prices',
    { active: flag, lookup_keys: list, product: text },
    ({ account, given: { active, lookup_keys: keys, product } }) => {
      const isListed = (each: Price) =>
        (keys?.includes(each.lookup_key ?? '') ?? true) &&
        (active === undefined || each.active === active) &&
        (product === undefined || each.product === product);
      return { object: 'list', data: account.all('price').filter(isListed) };
    },
  ),
  retrieveRoute('/v1/prices/{id}', 'price'),
  route(
    'POST /v1/prices/{id}',
    { active: flag, lookup_key: text, transfer_lookup_key: flag },
    ({ account, id, given: { active, lookup_key: key, transfer_lookup_key: isTransferred } }) => {
      const price = account.get('price', id);
      if (key !== undefined && key !== price.lookup_key) takeLookupKey(account, key, isTransferred);
      account.change('price', price, {
        ...(active !== undefined && { active }),
        ...(key !== undefined && { lookup_key: key }),
      });
      return price;
    },
  ),
];

/** A lookup key belongs to one price. */
function takeLookupKey(account: Account, key: string, isTransferred = false): void {
  const holder = account.all('price').find(({ lookup_key }) => lookup_key === key);
  if (!holder) return;
  if (isTransferred) account.change('price', holder, { lookup_key: null });
  else
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    );
}
