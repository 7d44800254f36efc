import { useSyncExternalStore } from 'react';
import type { Settings } from '../../shared/settings.ts';
import { settings } from './settings.ts';

export function useSettings(): Settings {
  return useSyncExternalStore(settings.subscribe, settings.get);
}
