import type { Account } from './account/account.ts';
import type { DeletedObject, Objects, StripeObject } from './account/objects.ts';
import { type Form, type Given, type Readers, readForm } from './parameters.ts';

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly expands: string | undefined;
  /** @throws StripeFault, which undoes nothing: a declined charge stays recorded */
  run(account: Account, id: string, form: Form): StripeObject | Listing | DeletedObject;
}

/** All matches, oldest first; `api.ts` reverses and pages them. */
export interface Listing {
  readonly object: 'list';
  readonly data: readonly StripeObject[];
}

interface Call<Shape extends Readers> {
  readonly account: Account;
  readonly id: string;
  readonly given: Given<Shape>;
}

/** @param signature as `POST /v1/customers/{id}` */
export function route<Shape extends Readers>(
  signature: string,
  takes: Shape,
  run: (call: Call<Shape>) => ReturnType<Route['run']>,
  expands?: string,
): Route {
  const [method = '', path = ''] = signature.split(' ');
  const pattern = new RegExp(`^${path.replace('{id}', '([\\w.-]+)')}$`);
  return {
    method,
    path,
    pattern,
    expands,
    run: (account, id, form) => run({ account, id, given: readForm(form, takes) }),
  };
}

export function retrieveRoute(path: string, kind: keyof Objects): Route {
  return route(`GET ${path}`, {}, ({ account, id }) => account.get(kind, id));
}

export function updateRoute(path: string, kind: keyof Objects, takes: Readers): Route {
  return route(`POST ${path}`, takes, ({ account, id, given }) => {
    const object = account.get(kind, id);
    account.change(kind, object, given);
    return object;
  });
}

export function listRoute(path: string, kind: keyof Objects, filters: Readers): Route {
  return route(`GET ${path}`, filters, ({ account, given }) => {
    const wanted = Object.entries(given).filter(([, value]) => value !== undefined);
    const isListed = (each: object) =>
      wanted.every(([name, value]) => each[name as keyof typeof each] === value);
    return { object: 'list', data: account.all(kind).filter(isListed) as StripeObject[] };
  });
}
