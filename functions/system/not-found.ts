import { notFound } from '../../shared/api/system.schema.ts';
import { endpoint } from '../endpoint.ts';
import { NotFound } from '../errors.ts';

/** Whatever no other row answers. */
export const handler = endpoint('system.not-found', notFound, async () => {
  throw new NotFound();
});
