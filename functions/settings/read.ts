import { read } from '../../shared/api/settings.schema.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { endpoint } from '../endpoint.ts';
import { readSettings } from './preferences.ts';

export const handler = endpoint('settings.read', read, async (_input, caller) => {
  return (await readSettings(caller)) ?? defaultSettings;
});
