import { read } from '../../shared/api/settings.schema.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { endpoint } from '../endpoint.ts';
import { readPreferences } from './preferences.ts';

/** What the caller prefers: the defaults where nothing was saved. */
export const handler = endpoint('settings.read', read, async (_input, caller) => {
  return (await readPreferences(caller)) ?? defaultSettings;
});
