import { save } from '../../shared/api/settings.schema.ts';
import { endpoint } from '../endpoint.ts';
import { savePreferences } from './preferences.ts';

export const handler = endpoint('settings.save', save, async (settings, caller) => {
  await savePreferences(caller, settings);
  return settings;
});
