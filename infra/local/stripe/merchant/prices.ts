import type { Account } from '../account/account.ts';
import type { Objects } from '../account/objects.ts';
import { invalid } from '../errors.ts';
import { flag, integer, list, metadata, oneOf, required, text } from '../parameters.ts';
import { listRoute, type Route, retrieveRoute, route, updateRoute } from '../route.ts';

type Price = Objects['price'];

const taxBehavior = oneOf('inclusive', 'exclusive', 'unspecified');

export const productRoutes: readonly Route[] = [
  route('POST /v1/products', { id: text, name: required(text) }, ({ account, params }) =>
    account.create('product', { ...params, active: true }),
  ),
  listRoute('/v1/products', 'product', {}),
  retrieveRoute('/v1/products/{id}', 'product'),
  updateRoute('/v1/products/{id}', 'product', { active: flag }),
];

export const priceRoutes: readonly Route[] = [
  route(
    'POST /v1/prices',
    {
      currency: oneOf('usd'),
      lookup_key: text,
      metadata,
      product: required(text),
      'recurring[interval]': required(oneOf('month', 'year')),
      tax_behavior: taxBehavior,
      transfer_lookup_key: flag,
      unit_amount: required(integer),
    },
    ({ account, params }) => {
      const { product, unit_amount, lookup_key } = params;
      account.get('product', product, 'product');
      if (lookup_key) releaseLookupKey(account, lookup_key, params.transfer_lookup_key);
      return account.create('price', {
        active: true,
        currency: 'usd',
        lookup_key,
        metadata: params.metadata(),
        product,
        recurring: { interval: params['recurring[interval]'], interval_count: 1 } as Price['recurring'],
        tax_behavior: params.tax_behavior ?? 'unspecified',
        unit_amount,
      });
    },
  ),
  route(
    'GET /v1/prices',
    { active: flag, lookup_keys: list },
    ({ account, params: { active, lookup_keys } }) => {
      const isListed = (each: Price) =>
        (lookup_keys?.includes(each.lookup_key ?? '') ?? true) && each.active === (active ?? each.active);
      return { object: 'list', data: account.all('price').filter(isListed) };
    },
  ),
  retrieveRoute('/v1/prices/{id}', 'price'),
  route('POST /v1/prices/{id}', { active: flag, tax_behavior: taxBehavior }, ({ account, id, params }) => {
    const price = account.get('price', id);
    const { tax_behavior: wanted = price.tax_behavior } = params;
    if (price.tax_behavior !== 'unspecified' && wanted !== price.tax_behavior)
      throw invalid('You cannot change the tax_behavior of a price once it has been set.', 'tax_behavior');
    account.change('price', price, params);
    return price;
  }),
];

function releaseLookupKey(account: Account, key: string, isTransferred: boolean | undefined): void {
  const holder = account.all('price').find(({ lookup_key }) => lookup_key === key);
  if (!holder) return;
  if (!isTransferred) throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
  account.change('price', holder, { lookup_key: null });
}
