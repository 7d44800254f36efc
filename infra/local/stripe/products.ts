import type { ApiCall, Listing, Objects, Route } from './account.ts';
import { apply } from './changes.ts';
import { readWords } from './form.ts';
import {
  createdParameters,
  invalid,
  isCreatedWithin,
  mergeMetadata,
  noSuch,
  readBoolean,
  readParameters,
} from './parameters.ts';

export const productRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/products', run: createProduct },
  { method: 'GET', path: '/v1/products', run: listProducts },
  { method: 'GET', path: '/v1/products/{id}', run: retrieveProduct },
  { method: 'POST', path: '/v1/products/{id}', run: updateProduct },
];

type Product = Objects['product'];

function createProduct({ account, params }: ApiCall): Product {
  const given = readParameters(params, ['id', ...fields]);
  if (!given.name) throw invalid('Missing required param: name.', 'name', 'parameter_missing');
  if (given.id && account.find('product', given.id)) {
    throw invalid('Product already exists.', 'id', 'resource_already_exists');
  }
  const product: Product = {
    id: given.id || account.newId('prod'),
    object: 'product',
    active: readBoolean(given.active, 'active') ?? true,
    created: account.now(),
    default_price: null,
    description: given.description || null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, params.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: account.now(),
    url: null,
  };
  account.save('product', product);
  account.emit('product.created', product);
  return product;
}

function listProducts({ account, params }: ApiCall): Listing {
  const { ids: wanted, ...rest } = params;
  const ids = readWords(wanted, 'ids');
  const given = readParameters(rest, ['active', ...createdParameters]);
  const isActive = readBoolean(given.active, 'active');
  const data = account
    .all('product')
    .filter(({ id }) => ids?.includes(id) ?? true)
    .filter(({ active }) => isActive === undefined || active === isActive)
    .filter(({ created }) => isCreatedWithin(created, given));
  return { object: 'list', data: data.toReversed() };
}

function retrieveProduct({ account, path: { id = '' }, params }: ApiCall): Product {
  readParameters(params, []);
  const product = account.find('product', id);
  if (!product) throw noSuch('product', id);
  return product;
}

function updateProduct(call: ApiCall): Product {
  const { account, params } = call;
  const given = readParameters(params, fields);
  const product = retrieveProduct({ ...call, params: {} });
  if (given.name === '') throw invalid('A product needs a name.', 'name', 'parameter_invalid_empty');
  const previous = apply<Product>(product, {
    ...(given.name && { name: given.name }),
    ...(given.description !== undefined && { description: given.description || null }),
    active: readBoolean(given.active, 'active') ?? product.active,
    metadata: mergeMetadata(product.metadata, params.metadata),
  });
  if (!previous) return product;
  const { updated } = product;
  product.updated = account.now();
  account.save('product', product);
  account.emit('product.updated', product, { ...previous, updated });
  return product;
}

const fields = ['name', 'description', 'active', 'metadata'] as const;
