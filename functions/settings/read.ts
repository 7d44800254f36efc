import { read } from '../../shared/api/settings.schema.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { endpoint } from '../endpoint.ts';
import { readPreferences } from './preferences.ts';

export const handler = endpoint('settings.read', read, async (_input, caller) => {
  return (await readPreferences(caller)) ?? defaultSettings;
});
