import type { EndpointRow } from './endpoint.ts';

export const android = {
  'android.setup': { method: 'POST', path: '/api/android/auto-setup', access: 'public', body: 'json' },
} as const satisfies Record<string, EndpointRow>;
