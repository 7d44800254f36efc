import { rows } from './endpoint.ts';

export const settings = rows({
  'settings.read': { method: 'GET', path: '/api/settings', access: 'guest' },
  'settings.save': { method: 'POST', path: '/api/settings', access: 'guest', body: 'json' },
});
