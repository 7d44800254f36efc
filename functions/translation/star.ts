import { star } from '../../shared/api/translation.schema.ts';
import { endpoint } from '../endpoint.ts';
import { starTranslation } from './history/history.ts';

export const handler = endpoint('translation.star', star, async ({ id, isStarred }, caller) => {
  await starTranslation(caller.userId, id, isStarred);
  return {};
});
