import { search } from '../../shared/api/translation.schema.ts';
import { endpoint } from '../endpoint.ts';
import { searchTranslations } from './history/history.ts';

export const handler = endpoint('translation.search', search, ({ query, isStarred, cursor }, caller) =>
  searchTranslations(caller.userId, { query, isStarred }, cursor),
);
