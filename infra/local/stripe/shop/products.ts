import { flag, required, text } from '../parameters.ts';
import { listRoute, type Route, retrieveRoute, route } from '../route.ts';

export const productRoutes: readonly Route[] = [
  route('POST /v1/products', { id: text, name: required(text) }, ({ account, given: { id, name } }) =>
    account.create('product', { ...(id && { id }), active: true, metadata: {}, name, type: 'service' }),
  ),
  listRoute('/v1/products', 'product', {}),
  retrieveRoute('/v1/products/{id}', 'product'),
  route('POST /v1/products/{id}', { active: required(flag) }, ({ account, id, given }) => {
    const product = account.get('product', id);
    account.change('product', product, { active: given.active });
    return product;
  }),
];
