import { list } from '../../shared/api/translation.schema.ts';
import { endpoint } from '../endpoint.ts';
import { listTranslations } from './history/history.ts';

export const handler = endpoint('translation.list', list, async ({ cursor, starred }, caller) => {
  if (caller.kind === 'guest') return { translations: [], cursor: null };
  return listTranslations(caller.userId, cursor, starred !== undefined);
});
