import type { EndpointRow } from './endpoint.ts';

export const system = {
  'system.health': { method: 'GET', path: '/api/health', access: 'public', cacheSeconds: 30 },
  'system.not-found': { method: 'ANY', path: '$default', access: 'public', body: 'raw' },
} as const satisfies Record<string, EndpointRow>;
