import type { EndpointRow } from './endpoint.ts';

export const auth = {
  'auth.login': { method: 'GET', path: '/api/login', access: 'public', produces: 'redirect' },
  'auth.callback': { method: 'GET', path: '/api/auth/callback', access: 'public', produces: 'text/html' },
  'auth.logout': { method: 'GET', path: '/api/logout', access: 'public', produces: 'redirect' },
  'auth.user': { method: 'GET', path: '/api/auth/user', access: 'user' },
} as const satisfies Record<string, EndpointRow>;
