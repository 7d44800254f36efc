import { remove } from '../../shared/api/translation.schema.ts';
import { endpoint } from '../endpoint.ts';
import { removeTranslation } from './history/history.ts';

export const handler = endpoint('translation.remove', remove, async ({ id }, caller) => {
  await removeTranslation(caller.userId, id);
  return {};
});
