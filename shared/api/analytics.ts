import type { EndpointRow } from './endpoint.ts';

export const analytics = {
  'analytics.overview': { method: 'GET', path: '/api/analytics/overview', access: 'user' },
  'analytics.users': { method: 'GET', path: '/api/analytics/users', access: 'user' },
  'analytics.revenue': { method: 'GET', path: '/api/analytics/revenue', access: 'user' },
} as const satisfies Record<string, EndpointRow>;
