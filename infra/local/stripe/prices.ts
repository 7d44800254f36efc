import type { Account, ApiCall, Listing, Objects, Route } from './account.ts';
import { apply } from './changes.ts';
import { readWords } from './form.ts';
import {
  createdParameters,
  invalid,
  isCreatedWithin,
  mergeMetadata,
  noSuch,
  readBoolean,
  readInteger,
  readParameters,
  readWord,
} from './parameters.ts';

/** Prices of a fixed amount, for a period or once. */
export const priceRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/prices', run: createPrice },
  { method: 'GET', path: '/v1/prices', run: listPrices },
  { method: 'GET', path: '/v1/prices/{id}', run: retrievePrice },
  { method: 'POST', path: '/v1/prices/{id}', run: updatePrice },
];

type Price = Objects['price'];

function createPrice({ account, params }: ApiCall): Price {
  const given = readParameters(params, ['product', 'currency', 'unit_amount', ...recurringFields, ...fields]);
  for (const name of ['currency', 'unit_amount', 'product'] as const) {
    if (!given[name]) throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  }
  const { product = '', currency = '' } = given;
  const amount = readInteger(given.unit_amount, 'unit_amount') ?? 0;
  if (amount < 0) throw invalid('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer');
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}`, 'currency');
  if (!account.find('product', product)) throw noSuch('product', product, 'product');
  const recurring = readRecurring(given);
  takeLookupKey(account, given);
  const price: Price = {
    id: account.newId('price'),
    object: 'price',
    active: readBoolean(given.active, 'active') ?? true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key || null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: given.nickname || null,
    product,
    recurring,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
  account.save('price', price);
  account.emit('price.created', price);
  return price;
}

function listPrices({ account, params }: ApiCall): Listing {
  const { lookup_keys, ...rest } = params;
  const keys = readWords(lookup_keys, 'lookup_keys');
  if (keys && keys.length > 10) throw invalid('You can list up to 10 lookup keys.', 'lookup_keys');
  const given = readParameters(rest, ['active', 'currency', 'product', 'type', ...createdParameters]);
  readWord(given.type, 'type', ['one_time', 'recurring']);
  const isActive = readBoolean(given.active, 'active');
  const data = account
    .all('price')
    .filter(({ lookup_key }) => keys === undefined || (lookup_key !== null && keys.includes(lookup_key)))
    .filter(({ active }) => isActive === undefined || active === isActive)
    .filter(({ currency }) => given.currency === undefined || currency === given.currency)
    .filter(({ product }) => given.product === undefined || product === given.product)
    .filter(({ type }) => given.type === undefined || type === given.type)
    .filter(({ created }) => isCreatedWithin(created, given));
  return { object: 'list', data: data.toReversed() };
}

function retrievePrice({ account, path: { id = '' }, params }: ApiCall): Price {
  readParameters(params, []);
  const price = account.find('price', id);
  if (!price) throw noSuch('price', id);
  return price;
}

/** Amount, currency and period of a price stay for ever. */
function updatePrice(call: ApiCall): Price {
  const { account, params } = call;
  const given = readParameters(params, fields);
  const price = retrievePrice({ ...call, params: {} });
  const isActive = readBoolean(given.active, 'active') ?? price.active;
  if (given.lookup_key !== price.lookup_key) takeLookupKey(account, given);
  change(account, price, {
    active: isActive,
    ...(given.nickname !== undefined && { nickname: given.nickname || null }),
    ...(given.lookup_key !== undefined && { lookup_key: given.lookup_key || null }),
    metadata: mergeMetadata(price.metadata, params.metadata),
  });
  return price;
}

function change(account: Account, price: Price, changes: Partial<Price>): void {
  const previous = apply<Price>(price, changes);
  if (!previous) return;
  account.save('price', price);
  account.emit('price.updated', price, previous);
}

const fields = ['active', 'nickname', 'lookup_key', 'transfer_lookup_key', 'metadata'] as const;

const recurringFields = [
  'recurring[interval]',
  'recurring[interval_count]',
  'recurring[usage_type]',
] as const;

function readRecurring(given: Partial<Record<(typeof recurringFields)[number], string>>): Price['recurring'] {
  const [intervalName, countName, usageName] = recurringFields;
  const interval = readWord(given[intervalName], intervalName, ['day', 'week', 'month', 'year']);
  const count = readInteger(given[countName], countName);
  readWord(given[usageName], usageName, ['licensed']);
  if (!interval) {
    if (count === undefined) return null;
    throw invalid(`Missing required param: ${intervalName}.`, intervalName, 'parameter_missing');
  }
  if (count !== undefined && count < 1) throw invalid('Invalid positive integer', countName);
  return {
    interval,
    interval_count: count ?? 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

/** A lookup key leads to one price; it moves on only where that is asked for. */
function takeLookupKey(account: Account, given: { lookup_key?: string; transfer_lookup_key?: string }): void {
  const moves = readBoolean(given.transfer_lookup_key, 'transfer_lookup_key') ?? false;
  const holder =
    given.lookup_key && account.all('price').find((each) => each.lookup_key === given.lookup_key);
  if (!holder) return;
  if (!moves) {
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    );
  }
  change(account, holder, { lookup_key: null });
}
