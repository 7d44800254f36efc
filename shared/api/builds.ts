import { rows } from './endpoint.ts';

export const builds = rows({
  'builds.overview': { method: 'GET', path: '/api/performance/overview', access: 'user' },
  'builds.metrics': { method: 'GET', path: '/api/performance/metrics', access: 'user' },
});
