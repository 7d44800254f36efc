import type { EndpointRow } from '../../shared/api/endpoint.ts';
import { endpoints } from '../../shared/api/index.ts';
import { listMethods, matchPath } from '../../shared/api/path.ts';
import { notFound } from '../../shared/api/system.schema.ts';
import { endpoint } from '../endpoint.ts';
import { MethodNotAllowed, NotFound } from '../errors.ts';

export const handler = endpoint(
  'system.not-found',
  notFound,
  async ({ path }) => {
    const rows: EndpointRow[] = Object.values(endpoints).filter((row) => matchPath(row.path, path));
    if (rows.length > 0) throw new MethodNotAllowed([...new Set(rows.flatMap(listMethods))]);
    throw new NotFound();
  },
  { readBody: ({ rawPath }) => ({ path: rawPath }) },
);
