import { rows } from './endpoint.ts';

export const system = rows({
  'system.health': { method: 'GET', path: '/api/health', access: 'public', cacheSeconds: 30 },
  'system.not-found': { method: 'ANY', path: '$default', access: 'public', body: 'raw' },
});
