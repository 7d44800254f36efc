import { save } from '../../shared/api/settings.schema.ts';
import { endpoint } from '../endpoint.ts';
import { saveSettings } from './preferences.ts';

export const handler = endpoint('settings.save', save, async (settings, caller) => {
  await saveSettings(caller, settings);
  return settings;
});
