import { save } from '../../shared/api/settings.schema.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { endpoint } from '../endpoint.ts';
import { readSettings, saveSettings } from './preferences.ts';

export const handler = endpoint('settings.save', save, async (given, caller) => {
  const settings = { ...defaultSettings, ...(await readSettings(caller)), ...given };
  await saveSettings(caller, settings);
  return settings;
});
