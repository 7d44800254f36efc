import { useSyncExternalStore } from 'react';
import { type Settings, settings } from './settings.ts';

export function useSettings(): Settings {
  return useSyncExternalStore(settings.subscribe, settings.get);
}
