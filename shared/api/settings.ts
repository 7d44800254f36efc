import type { EndpointRow } from './endpoint.ts';

export const settings = {
  'settings.read': { method: 'GET', path: '/api/settings', access: 'guest' },
  'settings.save': { method: 'POST', path: '/api/settings', access: 'guest', body: 'json' },
} as const satisfies Record<string, EndpointRow>;
