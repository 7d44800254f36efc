import type { Account } from './account/account.ts';
import type { DeletedObject, Objects, StripeObject } from './account/objects.ts';
import { type Form, type Params, type Readers, readForm } from './parameters.ts';

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  /** The kinds of the objects that a path of the result names by their ids. */
  readonly expandable: Expandable;
  /** @throws StripeError; changes made before it are kept, such as a declined charge */
  run(account: Account, id: string, form: Form): StripeObject | Listing | DeletedObject;
}

type Expandable = Readonly<Record<string, keyof Objects>>;

/** All matches, oldest first; `api.ts` reverses and paginates them. */
export interface Listing {
  readonly object: 'list';
  readonly data: readonly StripeObject[];
}

interface Call<Shape extends Readers> {
  readonly account: Account;
  readonly id: string;
  readonly params: Params<Shape>;
}

/** @param signature as `POST /v1/customers/{id}` */
export function route<Shape extends Readers>(
  signature: string,
  readers: Shape,
  run: (call: Call<Shape>) => ReturnType<Route['run']>,
  expandable: Expandable = {},
): Route {
  const [method = '', path = ''] = signature.split(' ');
  const pattern = new RegExp(`^${path.replace('{id}', '([\\w.-]+)')}$`);
  return {
    method,
    path,
    pattern,
    expandable,
    run: (account, id, form) => run({ account, id, params: readForm(form, readers) }),
  };
}

export function retrieveRoute(path: string, kind: keyof Objects, expandable?: Expandable): Route {
  return route(`GET ${path}`, {}, ({ account, id }) => account.get(kind, id), expandable);
}

export function updateRoute(path: string, kind: keyof Objects, readers: Readers): Route {
  return route(`POST ${path}`, readers, ({ account, id, params }) => {
    const object = account.get(kind, id);
    account.change(kind, object, params);
    return object;
  });
}

export function listRoute(path: string, kind: keyof Objects, filters: Readers): Route {
  return route(`GET ${path}`, filters, ({ account, params }) => {
    const wanted = Object.entries(params).filter(([, value]) => value !== undefined);
    const isListed = (each: object) =>
      wanted.every(([name, value]) => each[name as keyof typeof each] === value);
    return { object: 'list', data: account.all(kind).filter(isListed) as StripeObject[] };
  });
}
