import type { EndpointRow } from './endpoint.ts';

export const builds = {
  'builds.overview': { method: 'GET', path: '/api/performance/overview', access: 'user' },
  'builds.metrics': { method: 'GET', path: '/api/performance/metrics', access: 'user' },
} as const satisfies Record<string, EndpointRow>;
